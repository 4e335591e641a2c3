import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { claimEvents, completeEvents, countUncompiled, type AcceptedEvent } from '@strata/contracts/calls/ingest';
import { queueLearning } from '@strata/contracts/calls/learn';
import { readPolicyFacts, recordAudit, type AuditReport } from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { getLearnSettings, updateLearnSettings } from '@strata/contracts/operations/learn-settings';
import type { Actor, RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import type { z } from 'zod';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';

const LONG = 3600;
const SETTINGS = { LEARN_AUTO: 'on', LEARN_AUTO_EVENTS: 5, LEARN_AUTO_SILENCE_SECONDS: LONG };

interface Queued {
  readonly payload: z.output<typeof queueLearning.payload>;
  readonly context: RequestContext;
}

describeOnDatabase('Automatic learning', (backend) => {
  let queued: Queued[] = [];
  let reports: AuditReport[] = [];
  let fixture: IngestFixture;
  let context: RequestContext;

  beforeAll(async () => {
    fixture = await startIngestFixture(
      backend,
      async (bus) => {
        await bus.consume(queueLearning, (deliveries) => {
          queued.push(...deliveries);
          return Promise.resolve();
        });
        await bus.consume(recordAudit, (deliveries) => {
          reports.push(...deliveries.map(({ payload }) => payload));
          return Promise.resolve();
        });
        await bus.serve(readPolicyFacts, () => Promise.resolve({ version: '1', facts: { organizations: [] } }));
      },
      SETTINGS,
    );
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    queued = [];
    reports = [];
    context = newTenant();
  });

  const eventsOf = (count: number, change: Partial<AcceptedEvent> = {}): AcceptedEvent[] =>
    Array.from({ length: count }, () => newEvent(context, undefined, { agentId: 'ops', ...change }));
  const closing = (sessionId: string): AcceptedEvent[] => eventsOf(1, { sessionId, metadata: { sessionEnd: true } });
  const jobsOf = ({ scope }: RequestContext): Queued[] =>
    queued.filter((job) => job.context.scope.tenantId === scope.tenantId);
  const firstJob = (of = context): Promise<Queued> => eventually(() => jobsOf(of)[0]);
  /** Reads the events for which a job is queued, as the compiler does. */
  const claim = async (jobId = 'lrn_1'): Promise<string[]> => {
    const request = { jobId, scope: { queuedSessions: true as const }, limit: 1000, leaseSeconds: 60 };
    return (await fixture.bus.call(claimEvents, request, context)).events.map(({ id }) => id);
  };
  const end = (eventIds: string[], isDone = true, jobId = 'lrn_1') =>
    fixture.bus.call(completeEvents, { jobId, eventIds, release: true, isDone }, context);
  const idsOf = (events: readonly AcceptedEvent[]): string[] => events.map(({ id }) => id).sort();

  test('a session that closes is compiled, and one that goes on is not', async () => {
    const [closed, open] = [closing('closed'), eventsOf(1, { sessionId: 'open' })];
    await fixture.store(context, [...closed, ...open]);
    const { payload, context: of } = await firstJob();
    expect(payload).toMatchObject({ cause: 'automatic', request: {}, failure: null });
    expect(payload.delaySeconds).toBeGreaterThan(0);
    expect([of.actor.type, of.scope]).toEqual(['system', context.scope]);
    expect(await claim()).toEqual(idsOf(closed));
  });

  test('a session with many new events is compiled even if it goes on', async () => {
    const [few, many] = [eventsOf(4, { sessionId: 'few' }), eventsOf(3, { sessionId: 'many' })];
    await fixture.store(context, [...few, ...many]);
    const rest = eventsOf(2, { sessionId: 'many' });
    await fixture.store(context, rest);
    await firstJob();
    expect((await claim()).sort()).toEqual(idsOf([...many, ...rest]));
  });

  test('sessions of two agents with the same id stay apart', async () => {
    const mine = closing('run-1');
    await fixture.store(context, [...mine, ...eventsOf(1, { sessionId: 'run-1', agentId: null })]);
    await firstJob();
    expect(await claim()).toEqual(idsOf(mine));
  });

  test('an event after the closing one reopens its session', async () => {
    const [closed, next] = [closing('reopened'), eventsOf(1, { sessionId: 'reopened' })];
    const other = closing('other');
    await fixture.store(context, [...closed, ...next, ...other]);
    await firstJob();
    expect(await claim()).toEqual(idsOf(other));
  });

  test('repeated events count once', async () => {
    const events = eventsOf(3);
    for (let times = 0; times < 3; times += 1) await fixture.store(context, [...events, ...events]);
    const other = closing('other');
    await fixture.store(context, other);
    await firstJob();
    expect(await claim()).toEqual(idsOf(other));
  });

  test('what a requested job has compiled is not compiled again', async () => {
    const events = closing('done');
    await fixture.store(context, events);
    await firstJob();
    const request = { jobId: 'lrn_1', scope: {}, limit: 10, leaseSeconds: 60 };
    await fixture.bus.call(claimEvents, request, context);
    await end(idsOf(events), false);
    await fixture.store(context, closing('next'));
    await eventually(() => jobsOf(context).length === 2);
    expect(await claim()).toHaveLength(1);
  });

  test('what arrives while a job compiles its session waits for the next job', async () => {
    const [first, late] = [closing('running'), eventsOf(5, { sessionId: 'running' })];
    await fixture.store(context, first);
    await firstJob();
    expect(await claim()).toEqual(idsOf(first));
    await fixture.store(context, late);
    await end(idsOf(first));
    await eventually(() => jobsOf(context).length === 2);
    expect((await claim()).sort()).toEqual(idsOf(late));
  });

  test('a session that is queued while another job runs keeps its own job', async () => {
    const [first, second] = [closing('first'), closing('second')];
    await fixture.store(context, first);
    await firstJob();
    await claim();
    await fixture.store(context, second);
    await eventually(() => jobsOf(context).length === 2);
    await end(idsOf(first));
    expect(await claim('lrn_2')).toEqual(idsOf(second));
  });

  test('a job that fails keeps its sessions for its next attempt', async () => {
    const events = closing('failed');
    await fixture.store(context, events);
    await firstJob();
    await claim();
    await end([], false);
    expect(await claim('lrn_1#2')).toEqual(idsOf(events));
  });

  test('a tenant turns it off and on, for itself only, and what was captured meanwhile is compiled then', async () => {
    const admin = as({ isTenantAdmin: true });
    const other = newTenant();
    const of = { isActive: true, silenceSeconds: LONG, newEvents: 5 };
    expect(await settings(as())).toEqual({ ...of, isAutomatic: true });
    for (let times = 0; times < 2; times += 1)
      expect(await change(admin, false)).toEqual({ ...of, isAutomatic: false, isActive: false });
    const kept = closing('kept');
    await fixture.store(context, kept);
    await fixture.store(other, [newEvent(other, undefined, { metadata: { sessionEnd: true } })]);
    await firstJob(other);
    expect([jobsOf(context), await claim()]).toEqual([[], []]);
    await end([], false);
    expect(await fixture.bus.call(countUncompiled, { scope: {} }, context)).toEqual({ count: 1 });
    expect(await change(admin, true)).toEqual({ ...of, isAutomatic: true });
    await firstJob();
    expect(await claim()).toEqual(idsOf(kept));
    const entries = reports.flatMap((report) => report.entries);
    expect(entries.map(({ action, outcome, changes }) => [action, outcome, changes])).toEqual([
      ['learn_settings.update', 'success', { before: { isAutomatic: true }, after: { isAutomatic: false } }],
      ['learn_settings.update', 'success', { before: { isAutomatic: false }, after: { isAutomatic: true } }],
    ]);
  });

  test('only tenant admins change the setting, and a denial is recorded', async () => {
    await expect(change(as(), false)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await settings(as())).toMatchObject({ isAutomatic: true });
    expect(reports.flatMap(({ entries }) => entries)).toMatchObject([
      { action: 'learn_settings.update', outcome: 'denied' },
    ]);
  });

  const as = (more: Partial<Actor> = {}): RequestContext => ({
    ...context,
    actor: { type: 'user', id: newId('usr'), scopes: ['read', 'write'], ...more },
  });
  const settings = (of: RequestContext) =>
    fixture.bus.call(operationCall(getLearnSettings), { params: {}, query: {} }, of);
  const change = (of: RequestContext, isAutomatic: boolean) =>
    fixture.bus.call(operationCall(updateLearnSettings), { params: {}, query: {}, body: { isAutomatic } }, of);
});

describeOnDatabase('Automatic learning of silent sessions', (backend) => {
  let fixture: IngestFixture;
  const tenants: string[] = [];
  beforeAll(async () => {
    const settings = { LEARN_AUTO: 'on', LEARN_AUTO_SILENCE_SECONDS: 0.5 };
    fixture = await startIngestFixture(
      backend,
      (bus) =>
        bus.consume(queueLearning, (deliveries) => {
          tenants.push(...deliveries.map(({ context }) => context.scope.tenantId));
          return Promise.resolve();
        }),
      settings,
    );
  });
  afterAll(() => fixture.close());

  test('a session that falls silent is compiled, and again if its job is lost', async () => {
    const context = newTenant();
    await fixture.store(context, [newEvent(context)]);
    await eventually(() => tenants.filter((tenant) => tenant === context.scope.tenantId).length === 2);
  });
});
