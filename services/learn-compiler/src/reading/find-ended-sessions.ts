import type { findEndedSessions as findEndedSessionsCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { decisionContextOf } from '@strata/policy/principal';
import type { SessionParts } from './list-sessions.ts';

/** The sessions that ended so, as far as the list of sessions shows them to the caller. Errors: `unavailable`. */
export function findEndedSessionsHandler({ engineFor, clock, sessions }: SessionParts) {
  return async function findEndedSessions(
    { outcomes, most, ...filter }: RequestOfCall<typeof findEndedSessionsCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof findEndedSessionsCall>> {
    const engine = await engineFor(context);
    const visible = engine.readFilters(decisionContextOf(context, clock.now(), filter.agentId));
    const found = await sessions.ended(context.scope, { outcomes, filter, visible, limit: most + 1 });
    return { sessions: found.slice(0, most), isTruncated: found.length > most };
  };
}
