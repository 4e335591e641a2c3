import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listSessions as listSessionsOperation } from '@strata/contracts/operations/sessions';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from './reading-parts.ts';
import type { SessionReader } from './session-reader.ts';

export interface SessionParts extends Pick<ReadingParts, 'engineFor' | 'clock'> {
  readonly sessions: SessionReader;
}

/**
 * One page of the sessions of which the caller may read something, those that changed last first.
 * Errors: `validation_error` for a damaged cursor; `unavailable`.
 */
export function listSessionsHandler({ engineFor, clock, sessions }: SessionParts) {
  return async function listSessions(
    { query: { limit, cursor, ...filter } }: RequestTo<typeof listSessionsOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof listSessionsOperation>> {
    const after = continuedFrom(cursor);
    const engine = await engineFor(context);
    const visible = engine.readFilters(decisionContextOf(context, clock.now(), filter.agentId));
    const page = await sessions.list(context.scope, { filter, visible, limit, after });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
}
