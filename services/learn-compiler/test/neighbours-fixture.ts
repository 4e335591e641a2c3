import {
  claimEvents,
  completeEvents,
  countUncompiled,
  eraseEvents,
  findErasedEvents,
  readUncompiled,
  reopenEvents,
  type ClaimedEvent,
  type claimScopeSchema,
} from '@strata/contracts/calls/ingest';
import { eraseEntries, indexEntries, type IndexedSession, removeEntries } from '@strata/contracts/calls/synthesis';
import { unavailable } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Bus } from '@strata/platform/bus/bus';
import type { z } from 'zod';

type ClaimScope = z.output<typeof claimScopeSchema>;

const scopeKey = ({ tenantId, environment }: TenantScope): string => `${tenantId}/${environment}`;

/** The calls of ingest and synthesis that the learn-compiler makes, served from memory. */
export class NeighboursFixture {
  /** The index of each tenant scope: text by entry. */
  readonly #index = new Map<string, Map<string, string>>();
  /** The revision at which an entry was removed last. */
  readonly #removed = new Map<string, number>();
  /** The source memories of each indexed artifact. */
  readonly #sources = new Map<string, readonly string[]>();
  /** What the index knows of sessions, by tenant scope and session. */
  readonly #sessions = new Map<string, Map<string, IndexedSession>>();
  /** Events that each erasure has deleted. */
  readonly #erased = new Map<string, number>();
  readonly #events = new Map<string, { event: ClaimedEvent; learned: boolean }[]>();
  /** How many of the next calls of each kind fail. */
  indexFailures = 0;
  completeFailures = 0;
  removeFailures = 0;
  claimFailures = 0;
  eraseFailures = 0;
  /** Entries that the index says are left after an erasure. */
  remainingEntries = 0;
  /** An earlier version of the index takes none. */
  takesSummaries = true;
  /** Called before entries are put into the index, with their ids. */
  beforePut: ((ids: readonly string[]) => Promise<void>) | undefined;
  /** Called once, after the next claim. */
  afterClaim: (() => void) | undefined;

  addEvents(scope: TenantScope, events: readonly ClaimedEvent[]): void {
    const rows = this.#of(scope);
    rows.push(...events.map((event) => ({ event, learned: false })));
  }

  /** Makes every event uncompiled again. */
  forgetLearned(scope: TenantScope): void {
    for (const row of this.#of(scope)) row.learned = false;
  }

  uncompiled(scope: TenantScope): number {
    return this.#of(scope).filter((row) => !row.learned).length;
  }

  /** Titles of indexed artifacts and bodies of indexed memories, by id. */
  indexed(scope: TenantScope): ReadonlyMap<string, string> {
    return this.#index.get(scopeKey(scope)) ?? new Map<string, string>();
  }

  /** What the index of a tenant scope knows of sessions. */
  sessionsOf(scope: TenantScope): Map<string, IndexedSession> {
    const known = this.#sessions.get(scopeKey(scope)) ?? new Map<string, IndexedSession>();
    this.#sessions.set(scopeKey(scope), known);
    return known;
  }

  /** The source memories of an indexed artifact. */
  sourcesOf(artifactId: string): readonly string[] {
    return this.#sources.get(artifactId) ?? [];
  }

  async serve(bus: Bus): Promise<void> {
    await bus.serve(countUncompiled, ({ scope: of }, { scope }) =>
      Promise.resolve({ count: this.#waiting(scope, of).length }),
    );
    await bus.serve(claimEvents, ({ scope: of, afterSeq = 0, limit }, { scope }) => {
      if (this.claimFailures > 0) {
        this.claimFailures--;
        return Promise.reject(unavailable('The event store'));
      }
      const waiting = this.#waiting(scope, of).map((row) => row.event);
      const { afterClaim } = this;
      this.afterClaim = undefined;
      afterClaim?.();
      return Promise.resolve({ events: waiting.filter(({ seq }) => seq > afterSeq).slice(0, limit) });
    });
    await bus.serve(readUncompiled, ({ agentId, limit }, { scope }) => {
      const waiting = this.#waiting(scope, agentId === undefined ? {} : { agentId }).map((row) => row.event);
      return Promise.resolve({ events: waiting.slice(-limit), hasAny: this.uncompiled(scope) > 0 });
    });
    await bus.serve(completeEvents, ({ eventIds }, { scope }) => {
      if (eventIds.length > 0 && this.completeFailures > 0) {
        this.completeFailures--;
        return Promise.reject(unavailable('The event store'));
      }
      const ids = new Set(eventIds);
      for (const row of this.#of(scope)) if (ids.has(row.event.id)) row.learned = true;
      return Promise.resolve({ completed: ids.size });
    });
    await bus.serve(indexEntries, async ({ entries: given, sessions, scopes }, { scope }) => {
      if (this.indexFailures > 0) {
        this.indexFailures--;
        throw unavailable('The search index');
      }
      await this.beforePut?.(given.map(({ id }) => id));
      const entries = given.filter(({ id, revision }) => revision > (this.#removed.get(id) ?? -1));
      const index = this.#index.get(scopeKey(scope)) ?? new Map<string, string>();
      this.#index.set(scopeKey(scope), index);
      for (const entry of entries) index.set(entry.id, entry.type === 'memory' ? entry.body : entry.title);
      for (const entry of entries) if (entry.type === 'artifact') this.#sources.set(entry.id, entry.sourceMemories);
      if (!this.takesSummaries) return { indexed: entries.length, summaries: 0 };
      for (const session of sessions)
        if (session.outcome === null && session.identifiers.length === 0)
          this.sessionsOf(scope).delete(session.sessionId);
        else this.sessionsOf(scope).set(session.sessionId, session);
      return { indexed: entries.length, summaries: sessions.length + scopes.length };
    });
    await bus.serve(removeEntries, ({ ids, revisions }, { scope }) => {
      if (this.removeFailures > 0) {
        this.removeFailures--;
        return Promise.reject(unavailable('The search index'));
      }
      for (const id of ids) this.#index.get(scopeKey(scope))?.delete(id);
      for (const [id, revision] of Object.entries(revisions)) this.#removed.set(id, revision);
      return Promise.resolve({ removed: ids.length });
    });
  }

  /** An event was received when it arrived, which its `seq` says. */
  async serveErasures(bus: Bus): Promise<void> {
    await bus.serve(findErasedEvents, ({ subject, until, limit }, { scope }) => {
      const events = this.#of(scope).map(({ event }) => event);
      const isOf = (event: ClaimedEvent): boolean =>
        (['userId', 'agentId', 'sessionId'] as const).some((field) => subject[field] === event[field]);
      const found = events.filter((event) => isOf(event) && event.seq <= Date.parse(until) * 1000);
      return Promise.resolve({ eventIds: found.map(({ id }) => id).slice(0, limit) });
    });
    await bus.serve(eraseEvents, ({ jobId, eventIds }, { scope }) => {
      if (eventIds.length > 0 && this.eraseFailures > 0) {
        this.eraseFailures--;
        return Promise.reject(unavailable('The event store'));
      }
      const rows = this.#of(scope);
      const kept = rows.filter(({ event }) => !eventIds.includes(event.id));
      const erased = (this.#erased.get(jobId) ?? 0) + rows.length - kept.length;
      this.#erased.set(jobId, erased);
      this.#events.set(scopeKey(scope), kept);
      return Promise.resolve({ erased });
    });
    await bus.serve(reopenEvents, ({ eventIds }, { scope }) => {
      const reopened = this.#of(scope).filter((row) => row.learned && eventIds.includes(row.event.id));
      for (const row of reopened) row.learned = false;
      return Promise.resolve({ reopened: reopened.length });
    });
    await bus.serve(eraseEntries, ({ ids }, { scope }) => {
      const entries = ids.filter((id) => this.#index.get(scopeKey(scope))?.delete(id)).length;
      return Promise.resolve({ entries, packs: 0, remaining: this.remainingEntries });
    });
  }

  #of(scope: TenantScope): { event: ClaimedEvent; learned: boolean }[] {
    const rows = this.#events.get(scopeKey(scope)) ?? [];
    this.#events.set(scopeKey(scope), rows);
    return rows;
  }

  #waiting(scope: TenantScope, of: ClaimScope): { event: ClaimedEvent; learned: boolean }[] {
    return this.#of(scope).filter(
      ({ event, learned }) =>
        !learned &&
        (of.agentId === undefined || event.agentId === of.agentId) &&
        (of.sessionId === undefined || event.sessionId === of.sessionId) &&
        (of.eventIds === undefined || of.eventIds.includes(event.id)),
    );
  }
}
