import { decisionContextOf } from '@strata/policy/principal';
import { denialReport } from '@strata/policy/denial-report';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { ReadingParts } from './reading-parts.ts';
import { seeMemory } from './see-memory.ts';

type ChangingParts = Pick<ReadingParts, 'engineFor' | 'records' | 'clock'>;

/** Errors: `not_found` when the memory is hidden; `forbidden` when the caller may see it and no more; `unavailable`. */
export async function requireMayChange(
  parts: ChangingParts,
  context: RequestContext,
  memory: Memory,
  action: 'memory.delete' | 'memory.restore',
): Promise<void> {
  const engine = await parts.engineFor(context);
  await seeMemory(parts, engine, context, memory, action);
  const request = { ...decisionContextOf(context, parts.clock.now()), action: 'write', kind: 'memory', item: memory } as const;
  const refusal = denialReport(engine, request, action);
  if (refusal === null) return;
  await parts.records.audit(refusal, context);
  throw new AppError('forbidden', 'A policy keeps you from changing this memory');
}
