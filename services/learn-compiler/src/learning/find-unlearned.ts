import type { ClaimedEvent, readUncompiled } from '@strata/contracts/calls/ingest';
import type { findUnlearned as findUnlearnedCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import { ofEndUser } from '@strata/policy/end-users';
import { passes } from '@strata/policy/filter';
import { groupByPlace, type Place } from '@strata/policy/place';
import { addToGroup } from '@strata/kernel/add-to-group';
import { sessionOutcome, verdictOf } from '../compile/sessions/session-outcome.ts';
import type { Step } from '../compile/types.ts';
import { readPage } from './digest-page.ts';
import { mergeMemories } from './identify-drafts.ts';
import type { EventDigester } from './event-digester.ts';
import type { KnowledgeStore, PlacedStep } from './knowledge-store.ts';

/** Every synthesis of a tenant that is capturing pays for these. */
const MOST_EVENTS = 200;
const MOST_BYTES = 256 * 1024;
const MOST_BACKLOG = 200;

export interface FindUnlearnedParts {
  readonly knowledge: Pick<KnowledgeStore, 'stepsOf' | 'unindexed'>;
  /** Reads the same events again and again until they are compiled. */
  readonly digesterFor: (scope: TenantScope) => EventDigester;
  /** The newest uncompiled events that the caller may read. Errors: `unavailable`. */
  readonly uncompiledEvents: (
    query: RequestOfCall<typeof readUncompiled>,
    context: RequestContext,
  ) => Promise<z.output<typeof readUncompiled.response>>;
}

/** What was captured and is not in the search index yet, as the index will get it. Stores nothing. Errors: `unavailable`. */
export function findUnlearnedHandler({ knowledge, uncompiledEvents, digesterFor }: FindUnlearnedParts) {
  return async function findUnlearned(
    { agentId, userId, tags }: RequestOfCall<typeof findUnlearnedCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof findUnlearnedCall>> {
    const own = ofEndUser(userId);
    const query = { agentId, userId, tags, limit: MOST_EVENTS, maxBytes: MOST_BYTES };
    const { events, hasAny } = await uncompiledEvents(query, context);
    const { drafts, steps } = await readPage(knowledge, context.scope, events, digesterFor(context.scope));
    const memories = groupByPlace(drafts).flatMap(({ place, items }) =>
      mergeMemories(
        context.scope,
        place,
        items.map(({ draft }) => draft),
      ),
    );
    const endOf = endsOf(events, steps);
    // Read after the events: what was compiled since is in the backlog, or in the index already.
    const { backlog, drafted } = await knowledge.unindexed(context.scope, memories, MOST_BACKLOG);
    return {
      memories: [
        ...backlog
          .filter((memory) => passes(own, memory))
          .map((memory) => ({ ...memory, eventId: null, outcome: null })),
        ...memories.flatMap(({ id, draft: { sourceEvents } }) => {
          const memory = drafted.get(id);
          return memory === undefined
            ? []
            : [{ ...memory, eventId: sourceEvents.at(-1) ?? null, outcome: endOf(sourceEvents) }];
        }),
      ],
      isEmpty: !hasAny && backlog.length === 0,
    };
  };
}

/** Returns how the sessions of some events ended, if all of their verdicts say the same. */
function endsOf(
  events: readonly ClaimedEvent[],
  steps: readonly PlacedStep[],
): (eventIds: readonly string[]) => 'success' | 'failure' | null {
  const sessionOf = new Map(events.map((event) => [event.id, keyOf(event, event.sessionId)]));
  const stepsOf = new Map<string, Step[]>();
  for (const { place, sessionId, step } of steps) addToGroup(stepsOf, keyOf(place, sessionId), step);
  const ends = new Map([...stepsOf].map(([session, own]) => [session, verdictOf(sessionOutcome(own))]));
  return (eventIds) => {
    const found = new Set(eventIds.map((id) => ends.get(sessionOf.get(id) ?? '') ?? null));
    const [end = null] = found;
    return found.size > 1 ? null : end;
  };
}

const keyOf = ({ agentId, namespaceId }: Place, sessionId: string): string =>
  JSON.stringify([agentId, namespaceId, sessionId]);
