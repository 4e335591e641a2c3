import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  claimEvents,
  completeEvents,
  countUncompiled,
  findFingerprints,
  readCaptureJob,
  readEventUsage,
  storeEvents,
  type AcceptedEvent,
} from '@strata/contracts/calls/ingest';
import { queueLearning } from '@strata/contracts/calls/learn';
import { operationCall } from '@strata/contracts/operation';
import { getEvent, listEvents } from '@strata/contracts/operations/events';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { captureIds, jobIdOfEvent, newBatchId } from '@strata/kernel/capture-ids';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { createIngest } from '../src/app.ts';
import { ingestConfigSchema } from '../src/config.ts';

const tenant = (environment: 'live' | 'test' = 'live'): RequestContext =>
  systemContext({ tenantId: newId('ten'), environment }, newId('req'));

let arrivals = 0;

const event = (context: RequestContext, key?: string, change: Partial<AcceptedEvent> = {}): AcceptedEvent => ({
  id: captureIds(context.scope, key).eventId,
  type: 'message',
  sessionId: 'session-1',
  agentId: 'agent-1',
  namespaceId: null,
  tags: ['billing'],
  payload: { role: 'user', content: 'The invoice of May is missing' },
  metadata: { source: 'chat' },
  idempotencyKey: key ?? null,
  fingerprint: key === undefined ? null : 'f'.repeat(64),
  occurredAt: '2026-05-08T10:00:00.000Z',
  occurredAtGiven: true,
  receivedAt: '2026-11-02T09:00:00.000Z',
  arrival: ++arrivals,
  secretsReplaced: 0,
  ...change,
});

describeOnDatabase('the ingest service', (backend) => {
  const bus = createInProcessBus();
  let host: Closeable;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      const { connection } = stack.use(await backend.start());
      stack.use(bus);
      const parts = {
        bus,
        connection,
        logger: silentLogger,
        metrics: createMetrics({ service: 'ingest' }),
        clock: systemClock,
      };
      stack.use(await createIngest(ingestConfigSchema.parse({}), parts));
      return stack;
    });
  });
  afterAll(() => host.close());

  const store = (
    context: RequestContext,
    events: AcceptedEvent[],
    batch: { id: string; chunk: number; total: number } | null = null,
  ) => bus.send(storeEvents, { events, batch }, context);
  const list = (context: RequestContext, query: Record<string, unknown> = {}) =>
    bus.call(operationCall(listEvents), { params: {}, query }, context);

  describe('storing', () => {
    test('an event sent twice is stored once, as it was sent first', async () => {
      const context = tenant();
      await store(context, [event(context, 'a')]);
      await store(context, [event(context, 'a', { payload: { changed: true } })]);
      const page = await list(context);
      expect(page.items).toHaveLength(1);
      expect(page.items[0]?.payload).toEqual({ role: 'user', content: 'The invoice of May is missing' });
      expect(page.pagination).toEqual({ hasMore: false, cursor: null, total: 1 });
    });

    test('an event comes back word for word', async () => {
      const context = tenant();
      const sent = event(context, 'exact', {
        payload: { z: 1, a: [null, true, 'ünï – 😀 \\ "'], nested: { empty: {}, big: 1e21 } },
        tags: ['a,b', 'c"d', '{e}'],
        metadata: { dia_id: 'x' },
        secretsReplaced: 3,
      });
      await store(context, [sent]);
      const read = await bus.call(operationCall(getEvent), { params: { id: sent.id }, query: {} }, context);
      expect({ ...sent, ...read }).toEqual({ ...sent, learnedAt: null });
      expect(read).not.toHaveProperty('fingerprint');
    });

    test('an event of a gateway that does not say how many secrets it took out has none', async () => {
      const context = tenant();
      const sent = event(context, 'earlier');
      await bus.send(storeEvents, { events: [{ ...sent, secretsReplaced: undefined }], batch: null }, context);
      expect((await list(context)).items).toMatchObject([{ id: sent.id, secretsReplaced: 0 }]);
    });

    test('many at once, of several tenants, are all there', async () => {
      const contexts = Array.from({ length: 4 }, () => tenant());
      await Promise.all(
        contexts.flatMap((context) =>
          Array.from({ length: 25 }, (_, i) => store(context, [event(context, `k${String(i)}`)])),
        ),
      );
      for (const context of contexts) expect((await list(context)).pagination.total).toBe(25);
    });

    test('a batch delivered again is counted once', async () => {
      const context = tenant();
      const id = newBatchId(context.scope);
      const events = [event(context), event(context)];
      await store(context, events, { id, chunk: 0, total: 3 });
      await store(context, events, { id, chunk: 0, total: 3 });
      expect(await bus.call(readCaptureJob, { jobId: id }, context)).toMatchObject({
        status: 'active',
        progress: { processed: 2, total: 3 },
      });
      await store(context, [event(context)], { id, chunk: 1, total: 3 });
      expect(await bus.call(readCaptureJob, { jobId: id }, context)).toMatchObject({
        status: 'completed',
        result: { events: 3 },
      });
    });

    test('usage counts each event once, in the month of its arrival in UTC', async () => {
      const context = tenant();
      const lastOfYear = event(context, 'u1', { receivedAt: '2026-12-31T23:59:59.999Z' });
      const firstOfNext = event(context, 'u2', { receivedAt: '2027-01-01T00:00:00.000Z' });
      await store(context, [lastOfYear, firstOfNext]);
      await store(context, [firstOfNext, lastOfYear]);
      // What came under the same key later is the same event, whatever it says of its time.
      await store(context, [{ ...lastOfYear, receivedAt: '2027-01-01T00:00:00.001Z' }]);
      expect(await bus.call(readEventUsage, { month: '2026-12' }, context)).toEqual({ total: 2, month: 1 });
      expect(await bus.call(readEventUsage, { month: '2027-01' }, context)).toEqual({ total: 2, month: 1 });
      expect(await bus.call(readEventUsage, { month: '2027-02' }, context)).toEqual({ total: 2, month: 0 });
    });

    test('usage is exact when the same events come many times at once', async () => {
      const context = tenant();
      const events = Array.from({ length: 40 }, (_, n) => event(context, `same ${String(n)}`));
      const half = events.slice(20);
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => store(context, n % 2 === 0 ? events : [...half].reverse())),
      );
      expect(await bus.call(readEventUsage, { month: '2026-11' }, context)).toEqual({ total: 40, month: 40 });
    });
  });

  describe('reading', () => {
    test('pages go from new to old and stay stable while events arrive', async () => {
      const context = tenant();
      for (let i = 0; i < 5; i++) await store(context, [event(context, `p${String(i)}`)]);
      const first = await list(context, { limit: 2 });
      await store(context, [event(context, 'late')]);
      const second = await list(context, { limit: 2, cursor: first.pagination.cursor });
      const third = await list(context, { limit: 2, cursor: second.pagination.cursor });
      const keys = [first, second, third].flatMap((page) => page.items.map((item) => item.idempotencyKey));
      expect(keys).toEqual(['p4', 'p3', 'p2', 'p1', 'p0']);
      expect(third.pagination).toMatchObject({ hasMore: false, cursor: null, total: 6 });
    });

    test('filters hold together', async () => {
      const context = tenant();
      await store(context, [
        event(context, 'f1'),
        event(context, 'f2', { agentId: 'agent-2' }),
        event(context, 'f3', { tags: [] }),
        event(context, 'f4', { type: 'test_run' }),
      ]);
      const page = await list(context, { agentId: 'agent-1', sessionId: 'session-1', type: 'message', tag: 'billing' });
      expect(page.items.map((item) => item.idempotencyKey)).toEqual(['f1']);
      expect(page.pagination.total).toBe(1);
    });

    test('a damaged cursor is refused by name', async () => {
      await expect(list(tenant(), { cursor: 'bm9uc2Vuc2U' })).rejects.toMatchObject({
        code: 'validation_error',
        details: [{ field: 'cursor' }],
      });
    });

    test('nothing of another tenant or environment is seen', async () => {
      const context = tenant();
      const own = event(context, 'mine');
      await store(context, [own]);
      const partition: RequestContext = { ...context, scope: { ...context.scope, environment: 'test' } };
      for (const stranger of [tenant(), partition]) {
        expect((await list(stranger)).items).toEqual([]);
        await expect(
          bus.call(operationCall(getEvent), { params: { id: own.id }, query: {} }, stranger),
        ).rejects.toMatchObject({ code: 'not_found' });
        expect(await bus.call(findFingerprints, { eventIds: [own.id] }, stranger)).toEqual({ found: [] });
      }
    });

    test('the job of a stored event is completed, of an unknown one not found', async () => {
      const context = tenant();
      const own = event(context, 'job');
      await store(context, [own]);
      expect(await bus.call(readCaptureJob, { jobId: jobIdOfEvent(own.id) }, context)).toMatchObject({
        status: 'completed',
        result: { eventId: own.id },
      });
      const unknown = captureIds(context.scope, undefined).jobId;
      await expect(bus.call(readCaptureJob, { jobId: unknown }, context)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('learn jobs', () => {
    test('a learn job is handed on when all that was captured before it is stored', async () => {
      const context = tenant();
      const seen: number[] = [];
      await bus.consume(queueLearning, async ([delivery]) => {
        if (delivery) seen.push((await list(delivery.context)).pagination.total);
      });
      const captures = Array.from({ length: 30 }, () => store(context, [event(context)]));
      const learn = { jobId: 'lrn_1', request: {}, requestedAt: '2026-11-02T09:00:00.000Z' };
      await Promise.all([...captures, bus.send(storeEvents, { events: [], batch: null, learn }, context)]);
      expect(seen).toEqual([30]);
    });

    test('events are compiled in the order in which they were sent, however they came to be stored', async () => {
      const context = tenant();
      const [first, second] = [event(context, 'first'), event(context, 'second')];
      await store(context, [second]);
      await store(context, [first]);
      const { events } = await bus.call(claimEvents, { jobId: 'job', scope: {}, limit: 10, leaseSeconds: 60 }, context);
      expect(events.map(({ id }) => id)).toEqual([first.id, second.id]);
    });
  });

  describe('compiling', () => {
    const claim = (context: RequestContext, jobId: string, scope = {}, leaseSeconds = 60) =>
      bus.call(claimEvents, { jobId, scope, limit: 2, leaseSeconds }, context);

    test('events are given out in order of arrival and not again once completed', async () => {
      const context = tenant();
      const sent = ['c1', 'c2', 'c3'].map((key) => event(context, key));
      await store(context, sent);
      expect(await bus.call(countUncompiled, { scope: {} }, context)).toEqual({ count: 3 });
      const first = await claim(context, 'job-1');
      expect(first.events.map(({ id }) => id)).toEqual(sent.slice(0, 2).map(({ id }) => id));
      await bus.call(completeEvents, { jobId: 'job-1', eventIds: first.events.map(({ id }) => id) }, context);
      expect((await claim(context, 'job-1')).events.map(({ id }) => id)).toEqual([sent[2]?.id]);
    });

    test('a claim after a place gives out only what arrived after it', async () => {
      const context = tenant();
      const sent = ['p1', 'p2', 'p3'].map((key) => event(context, key));
      await store(context, sent);
      const [first] = (await claim(context, 'job-1')).events;
      const request = { jobId: 'job-1', scope: {}, afterSeq: first?.seq, limit: 10, leaseSeconds: 60 };
      const { events } = await bus.call(claimEvents, request, context);
      expect(events.map(({ id }) => id)).toEqual(sent.slice(1).map(({ id }) => id));
    });

    test('one job at a time holds a partition; it passes on when released', async () => {
      const context = tenant();
      await store(context, [event(context, 'l1')]);
      await claim(context, 'job-1');
      await expect(claim(context, 'job-2')).rejects.toMatchObject({ code: 'conflict' });
      await bus.call(completeEvents, { jobId: 'job-1', eventIds: [], release: true }, context);
      expect((await claim(context, 'job-2')).events).toHaveLength(1);
    });

    test('a lease that ran out is free for the next job, and the late one can complete nothing', async () => {
      const context = tenant();
      const sent = event(context, 'late');
      await store(context, [sent]);
      await claim(context, 'job-1', {}, 1);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect((await claim(context, 'job-2')).events).toHaveLength(1);
      await expect(bus.call(completeEvents, { jobId: 'job-1', eventIds: [sent.id] }, context)).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    test('a claim keeps to its agent, session and events', async () => {
      const context = tenant();
      const sent = [
        event(context, 's1'),
        event(context, 's2', { agentId: 'agent-2' }),
        event(context, 's3', { sessionId: 'other' }),
      ];
      await store(context, sent);
      const of = async (scope: Record<string, unknown>) =>
        (await claim(context, 'job', scope)).events.map(({ id }) => id);
      expect(await of({ agentId: 'agent-2' })).toEqual([sent[1]?.id]);
      expect(await of({ sessionId: 'other' })).toEqual([sent[2]?.id]);
      expect(await of({ eventIds: [sent[0]?.id] })).toEqual([sent[0]?.id]);
    });
  });
});
