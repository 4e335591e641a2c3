import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { groupByPlace, type Place } from '@strata/policy/place';
import { noteCall } from '../compile/digest-event.ts';
import type { CallNote, FindCall, Step } from '../compile/types.ts';
import type { KnowledgeStore } from './knowledge-store.ts';

/** Steps of a session before a page in which the call of a result is looked for. */
const LOOK_BACK = 1000;

/** An event of a page with its steps. */
export interface ReadEvent {
  readonly event: ClaimedEvent;
  readonly steps: readonly Step[];
}

const placeOf = ({ agentId, namespaceId }: ClaimedEvent): Place => ({ agentId, namespaceId });
const sessionKey = ({ agentId, namespaceId }: Place, sessionId: string): string =>
  JSON.stringify([agentId, namespaceId, sessionId]);

/** The calls of the sessions of a page, those of the page itself and stored ones, by session and id. */
export class PageCalls {
  readonly #calls = new Map<string, Map<string, CallNote>>();

  #add(key: string, steps: Iterable<Step>): void {
    const calls = this.#calls.get(key) ?? new Map<string, CallNote>();
    this.#calls.set(key, calls);
    for (const step of steps) {
      const note = noteCall(step);
      // An id that is used again belongs to the later call.
      if (note !== undefined) calls.set(...note);
    }
  }

  /** Reads the calls of a page, and those of earlier pages to which results of the page belong. */
  static async read(
    knowledge: Pick<KnowledgeStore, 'stepsOf'>,
    scope: TenantScope,
    page: readonly ReadEvent[],
  ): Promise<PageCalls> {
    const inPage = new PageCalls();
    for (const { event, steps } of page) inPage.#add(sessionKey(placeOf(event), event.sessionId), steps);
    const open = page.filter(({ event, steps }) =>
      steps.some(
        ({ kind, callId }) => kind === 'result' && callId !== undefined && inPage.findIn(event)(callId) === undefined,
      ),
    );
    if (open.length === 0) return inPage;
    const all = new PageCalls();
    for (const { place, items } of groupByPlace(open.map(({ event }) => ({ place: placeOf(event), event })))) {
      const sessions = [...new Set(items.map(({ event }) => event.sessionId))];
      for (const { sessionId, steps } of await knowledge.stepsOf(scope, place, sessions, LOOK_BACK))
        all.#add(
          sessionKey(place, sessionId),
          steps.map((step) => JSON.parse(step) as Step),
        );
    }
    for (const { event, steps } of page) all.#add(sessionKey(placeOf(event), event.sessionId), steps);
    return all;
  }

  /** Finds the calls of an event's session. */
  findIn(event: ClaimedEvent): FindCall {
    const calls = this.#calls.get(sessionKey(placeOf(event), event.sessionId));
    return (callId) => calls?.get(callId);
  }
}
