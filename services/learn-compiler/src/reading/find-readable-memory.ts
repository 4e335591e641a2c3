import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { ReadFilters } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from './reading-parts.ts';
import { requireReadable } from './require-access.ts';

/** A memory that the caller may read. Errors: `not_found`, also when they may not (that denial is in the audit log); `unavailable`. */
export async function findReadableMemory(
  parts: ReadingParts,
  context: RequestContext,
  id: string,
): Promise<{ readonly memory: Memory; readonly visible: ReadFilters }> {
  const engine = await parts.engineFor(context);
  const visible = engine.readFilters(decisionContextOf(context, parts.clock.now()));
  const memory = await parts.memories.get(context.scope, id, visible.memory);
  if (memory === undefined) throw notFound('The memory');
  await requireReadable(parts, engine, context, memory, 'memory.read');
  return { memory, visible };
}
