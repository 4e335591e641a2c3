import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listMemories as listMemoriesOperation } from '@strata/contracts/operations/memories';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import { decisionContextOf } from '@strata/policy/principal';
import { withReadableEvents } from './readable-events.ts';
import type { ReadingParts } from './reading-parts.ts';
import { recordReturnedMemories } from './record-returned-memories.ts';

/**
 * One page of the memories that the caller may read, newest first.
 * Errors: `validation_error` for a damaged cursor; `unavailable`.
 */
export function listMemoriesHandler(parts: ReadingParts) {
  return async function listMemories(
    { query }: RequestTo<typeof listMemoriesOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof listMemoriesOperation>> {
    const { limit, cursor, ...filter } = query;
    const after = continuedFrom(cursor);
    const engine = await parts.engineFor(context);
    // The agent of the filter is also the free-form agent that the caller acts as.
    const visible = engine.readFilters(decisionContextOf(context, parts.clock.now(), filter.agentId));
    const page = await parts.memories.list(context.scope, { filter, visible: visible.memory, limit, after });
    const items = await withReadableEvents(parts, context, visible.event, page.items);
    await recordReturnedMemories(parts, context, 'list', items);
    return { items, pagination: paginationOf(page) };
  };
}
