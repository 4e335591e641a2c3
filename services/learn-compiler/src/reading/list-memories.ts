import type { listMemories } from '@strata/contracts/operations/memories';
import { decisionContextOf } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { z } from 'zod';
import type { MemoryReader } from './memory-reader.ts';
import { withNameableEvents } from './name-events.ts';
import type { ReadingParts } from './reading-parts.ts';
import { recordGiven } from './record-given.ts';

type Query = z.output<typeof listMemories.query>;
type Answer = z.input<typeof listMemories.response>;

/**
 * One page of the memories that the caller may read, newest first.
 * Errors: `validation_error` for a damaged cursor; `unavailable`.
 */
export const createListMemories =
  (memories: Pick<MemoryReader, 'list'>, parts: ReadingParts) =>
  async (query: Query, context: RequestContext): Promise<Answer> => {
    const { scope } = context;
    const beforeSeq = continuedFrom(query.cursor);
    const engine = await parts.engineFor(context);
    const visible = engine.readFilters(decisionContextOf(context, parts.clock.now(), query.agentId));
    const { limit } = query;
    const page = await memories.list(scope, { filter: query, visible: visible.memory, limit, beforeSeq });
    const items = await withNameableEvents(parts, context, visible.event, page.memories);
    await recordGiven(parts, context, 'list', items);
    return { items, pagination: paginationOf({ ...page, last: page.lastSeq }) };
  };
