import type { RequestTo } from '@strata/contracts/operation';
import type { getMemory as getMemoryOperation } from '@strata/contracts/operations/memories';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { decisionContextOf } from '@strata/policy/principal';
import { withReadableEvents } from './readable-events.ts';
import type { ReadingParts } from './reading-parts.ts';
import { recordReturnedMemories } from './record-returned-memories.ts';
import { requireReadable } from './require-access.ts';

/** One memory. Errors: `not_found`, also when the caller may not read it; `unavailable`. */
export function getMemoryHandler(parts: ReadingParts) {
  return async function getMemory(
    { params }: RequestTo<typeof getMemoryOperation>,
    context: RequestContext,
  ): Promise<Memory> {
    const engine = await parts.engineFor(context);
    const visible = engine.readFilters(decisionContextOf(context, parts.clock.now()));
    const stored = await parts.memories.get(context.scope, params.id, visible.memory);
    if (stored === undefined) throw notFound('The memory');
    await requireReadable(parts, engine, context, stored, 'memory.read');
    const [memory = stored] = await withReadableEvents(parts, context, visible.event, [stored]);
    await recordReturnedMemories(parts, context, 'read', [memory]);
    return memory;
  };
}
