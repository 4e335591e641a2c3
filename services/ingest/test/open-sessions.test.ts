import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimEvents, completeEvents, sweepEvents, type AcceptedEvent } from '@strata/contracts/calls/ingest';
import { readPolicyFacts, recordAudit } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { newLearnJobId } from '@strata/kernel/capture-ids';
import { systemClock } from '@strata/kernel/clock';
import type { Database } from '@strata/platform/database/database';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createPgOpenSessions } from '../src/adapters/pg-open-sessions.ts';
import type { WaitingCounts } from '../src/automatic/open-sessions.ts';
import { queueDueSessions } from '../src/automatic/queue-due-sessions.ts';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';
import { countSessions, otherProcess } from './open-sessions-fixture.ts';

const WRITERS = 8;
const DAY = '2026-05-01T00:00:00.000Z';

/** The scheduler is off here: the tests take its place. */
describeOnDatabase('Open sessions', (backend) => {
  let fixture: IngestFixture;
  let database: Database;
  beforeAll(async () => {
    fixture = await startIngestFixture(backend, async (bus) => {
      await bus.serve(readPolicyFacts, () => Promise.resolve({ version: '1', facts: { organizations: [] } }));
      await bus.consume(recordAudit, () => Promise.resolve());
    });
    database = otherProcess(fixture.connection);
  });
  afterAll(async () => {
    await database.close();
    await fixture.close();
  });

  const closing = (context: RequestContext, sessionId: string): AcceptedEvent =>
    newEvent(context, undefined, { sessionId, metadata: { sessionEnd: true } });
  /** A process that records the jobs it queues. */
  function process(queued: TenantScope[]) {
    const outbox = {
      put: (_tx: unknown, _command: unknown, _payload: unknown, { scope }: RequestContext) => {
        queued.push(scope);
        return Promise.resolve();
      },
      wake: () => undefined,
    };
    return createPgOpenSessions(database, outbox, { silenceSeconds: 60 });
  }

  test('of several processes, one queues the job of a tenant', async () => {
    const context = newTenant();
    await fixture.store(context, [closing(context, 'one'), closing(context, 'two')]);
    const queued: TenantScope[] = [];
    const job = { jobId: newLearnJobId(context.scope), request: {}, requestedAt: new Date().toISOString() };
    const counts = await Promise.all(
      Array.from({ length: WRITERS }, () => process(queued).queueLearning(job, context)),
    );
    expect([counts.reduce((sum, count) => sum + count, 0), queued]).toEqual([2, [context.scope]]);
  });

  // On the embedded database one transaction follows the other.
  (backend.name === 'postgres' ? test : test.skip)(
    'a session that becomes due while a process queues a job is left to the next round',
    async () => {
      const context = newTenant();
      await fixture.store(context, [closing(context, 'one')]);
      const job = { jobId: newLearnJobId(context.scope), request: {}, requestedAt: new Date().toISOString() };
      const other = process([]);
      let meanwhile = -1;
      const slow = {
        put: async () => {
          await fixture.store(context, [closing(context, 'late')]);
          meanwhile = await other.queueLearning(job, context);
        },
        wake: () => undefined,
      };
      const first = await createPgOpenSessions(database, slow, { silenceSeconds: 60 }).queueLearning(job, context);
      expect([first, meanwhile, await other.queueLearning(job, context)]).toEqual([1, 0, 1]);
    },
  );

  test('sessions that wait are counted with their events, whether they are due or have a job', async () => {
    const before = await process([]).waiting();
    const context = newTenant();
    const due = (sessionId: string): AcceptedEvent[] => [
      newEvent(context, undefined, { sessionId }),
      newEvent(context, undefined, { sessionId }),
      closing(context, sessionId),
    ];
    await fixture.store(context, [...due('one'), ...due('two'), newEvent(context, undefined, { sessionId: 'open' })]);
    const more = async (): Promise<unknown> => {
      const { sessions, events } = await process([]).waiting();
      const added = (counts: WaitingCounts, earlier: WaitingCounts): WaitingCounts => ({
        due: counts.due - earlier.due,
        queued: counts.queued - earlier.queued,
      });
      return { sessions: added(sessions, before.sessions), events: added(events, before.events) };
    };
    expect(await more()).toEqual({ sessions: { due: 2, queued: 0 }, events: { due: 6, queued: 0 } });
    const job = { jobId: newLearnJobId(context.scope), request: {}, requestedAt: new Date().toISOString() };
    await process([]).queueLearning(job, context);
    expect(await more()).toEqual({ sessions: { due: 0, queued: 2 }, events: { due: 0, queued: 6 } });
  });

  test('a tenant that fails does not hold up the others, and the one that waits longest comes first', async () => {
    const contexts = [newTenant(), newTenant(), newTenant()];
    for (const context of contexts) await fixture.store(context, [closing(context, 'end')]);
    const ids = contexts.map(({ scope }) => scope.tenantId);
    const [, broken] = ids;
    const queued: TenantScope[] = [];
    const sessions = process(queued);
    const outcomes: string[] = [];
    const round = queueDueSessions({
      sessions: {
        dueScopes: sessions.dueScopes,
        queueLearning: (job, context) =>
          context.scope.tenantId === broken
            ? Promise.reject(new Error('This tenant fails'))
            : sessions.queueLearning(job, context),
      },
      clock: systemClock,
      observe: (outcome) => outcomes.push(outcome),
      signal: new AbortController().signal,
    });
    await expect(round).rejects.toThrow('This tenant fails');
    const ours = queued.map(({ tenantId }) => tenantId).filter((id) => ids.includes(id));
    expect(ours).toEqual(ids.filter((id) => id !== broken));
    expect(outcomes).toContain('failed');
    expect(await process([]).dueScopes()).toContainEqual(contexts[1]?.scope);
  });

  test('the counts of sessions are exact, however events are stored, compiled and deleted at once', async () => {
    const context = newTenant();
    const repeated = newEvent(context, 'again');
    const eventsOf = (writer: number): AcceptedEvent[] => [
      repeated,
      ...Array.from({ length: 20 }, (_, n) =>
        newEvent(context, undefined, {
          sessionId: `session-${String((n * 7 + writer) % 5)}`,
          agentId: n % 3 === 0 ? null : `agent-${String(n % 3)}`,
          namespaceId: n % 4 === 0 ? 'nsp_1' : null,
          occurredAt: n % 2 === 0 ? DAY : '2026-05-30T00:00:00.000Z',
          receivedAt: '2026-05-31T09:00:00.000Z',
        }),
      ),
    ];
    const claim = { jobId: 'lrn_1', scope: {}, limit: 30, leaseSeconds: 60 };
    const compileSome = async (): Promise<void> => {
      const { events } = await fixture.bus.call(claimEvents, claim, context);
      await fixture.bus.call(completeEvents, { jobId: 'lrn_1', eventIds: events.map(({ id }) => id) }, context);
    };
    const deleteSome = () =>
      fixture.bus.call(sweepEvents, { facts: DELETE_OLD, now: '2026-06-01T00:00:00.000Z', limit: 25 }, context);
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, writer) => fixture.store(context, eventsOf(writer))),
      compileSome().then(deleteSome).then(compileSome),
    ]);
    await deleteSome();
    const some = await countSessions(database, context);
    expect(some.noted).toEqual(some.counted);
    expect(some.noted.length).toBeGreaterThan(3);
    for (let times = 0; times < WRITERS; times += 1) await compileSome();
    expect(await countSessions(database, context)).toEqual({ noted: [], counted: [] });
  });
});

const DELETE_OLD = {
  organizations: [
    {
      id: 'org_1',
      namespaceIds: [],
      agentIds: [],
      policies: [{ id: 'lcp_1', scope: '*:*', retentionDays: null, archiveAfterDays: 1, deleteAfterDays: 10 }],
    },
  ],
};
