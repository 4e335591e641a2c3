import type { FilterOf } from '@strata/contracts/operation';
import type { listEvents } from '@strata/contracts/operations/events';
import { OUTCOMES } from '@strata/contracts/schemas/session';
import type { RequestContext } from '@strata/kernel/actor';
import { validationError } from '@strata/kernel/errors';
import type { SessionCondition } from './event-reader.ts';
import type { ReadingParts } from './reading-parts.ts';

/** So many sessions at most are compared with events for one request. */
const MOST_SESSIONS = 10_000;
const TOO_MANY = 'is about more than 10,000 sessions: narrow the list by agentId, namespaceId or sessionId';

/**
 * The condition that the filter `outcome` sets; undefined without it. The time of a list narrows it no further: a session
 * can have later events than those that are learned. Errors: `validation_error` for too many sessions; `unavailable`.
 */
export async function sessionsByOutcome(
  { endedSessions }: Pick<ReadingParts, 'endedSessions'>,
  { outcome, agentId, namespaceId, sessionId }: FilterOf<typeof listEvents>,
  context: RequestContext,
): Promise<SessionCondition | undefined> {
  if (outcome === undefined) return undefined;
  // Whatever has no verdict that the caller may know has an unknown one, also what is not learned yet.
  const isNegated = outcome === 'unknown';
  const outcomes = isNegated ? [...OUTCOMES] : [outcome];
  const asked = { outcomes, agentId, namespaceId, sessionId, most: MOST_SESSIONS };
  const { sessions, isTruncated } = await endedSessions(asked, context);
  if (isTruncated) throw validationError(`outcome ${TOO_MANY}`, [{ field: 'outcome', message: TOO_MANY }]);
  return { sessions, isNegated };
}
