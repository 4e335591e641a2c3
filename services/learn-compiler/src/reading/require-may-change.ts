import { askedBy } from '@strata/policy/principal';
import { refusalOf } from '@strata/policy/denial-report';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { ReadingParts } from './reading-parts.ts';
import { seeMemory } from './see-memory.ts';

type ChangingParts = Pick<ReadingParts, 'bookFor' | 'records' | 'clock'>;

/** Errors: `not_found` when the memory is hidden; `forbidden` when the caller may see it and no more; `unavailable`. */
export async function requireMayChange(
  parts: ChangingParts,
  context: RequestContext,
  memory: Memory,
  action: 'memory.delete' | 'memory.restore',
): Promise<void> {
  const book = await parts.bookFor(context);
  await seeMemory(parts, book, context, memory, action);
  const request = { ...askedBy(context, parts.clock.now()), action: 'write', kind: 'memory', subject: memory } as const;
  const refusal = refusalOf(book, request, action);
  if (refusal === null) return;
  await parts.records.audit(refusal, context);
  throw new AppError('forbidden', 'A policy keeps you from changing this memory');
}
