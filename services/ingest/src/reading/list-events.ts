import type { listEvents } from '@strata/contracts/operations/events';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { z } from 'zod';
import type { ReadingParts } from './reading-parts.ts';
import { visibleEvents } from './visible-events.ts';

type Query = z.output<typeof listEvents.query>;
type Answer = z.input<typeof listEvents.response>;

/**
 * One page of the events that the caller may read, newest first.
 * Errors: `validation_error` for a damaged cursor; `unavailable`.
 */
export const createListEvents =
  (parts: ReadingParts) =>
  async (query: Query, context: RequestContext): Promise<Answer> => {
    const beforeSeq = continuedFrom(query.cursor);
    const visible = await visibleEvents(parts, context, query.agentId);
    const { limit } = query;
    const page = await parts.events.list(context.scope, { filter: query, visible, limit, beforeSeq });
    return { items: page.events, pagination: paginationOf({ ...page, last: page.lastSeq }) };
  };
