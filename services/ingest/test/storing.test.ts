import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  claimEvents,
  claimFingerprints,
  describeEvents,
  findFingerprints,
  readCaptureJob,
  readEventSeries,
  readEventUsage,
  storeEvents,
} from '@strata/contracts/calls/ingest';
import { queueLearning } from '@strata/contracts/calls/learn';
import type { SeriesBucket } from '@strata/contracts/schemas/usage';
import type { RequestContext } from '@strata/kernel/actor';
import { captureIds, jobIdOfEvent, newBatchId } from '@strata/kernel/capture-ids';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';

describeOnDatabase('The event store', (backend) => {
  let fixture: IngestFixture;
  /** For each queued learn job, how many events were stored at that moment. */
  const storedAtLearnJobs = new Map<string, number>();
  beforeAll(async () => {
    fixture = await startIngestFixture(backend, (bus) =>
      bus.consume(queueLearning, async (deliveries) => {
        for (const { payload, context } of deliveries)
          storedAtLearnJobs.set(payload.jobId, (await fixture.list(context)).pagination.total);
      }),
    );
  });
  afterAll(() => fixture.close());

  const jobOf = (context: RequestContext, jobId: string) => fixture.bus.call(readCaptureJob, { jobId }, context);
  const seriesOf = async (context: RequestContext, bucket: SeriesBucket, since: string) => {
    const { points } = await fixture.bus.call(readEventSeries, { bucket, since }, context);
    return points.toSorted((a, b) => a.at.localeCompare(b.at));
  };
  const usageIn = (context: RequestContext, month: string) => fixture.bus.call(readEventUsage, { month }, context);

  test('an event that is sent twice is stored once, with its first content', async () => {
    const context = newTenant();
    await fixture.store(context, [newEvent(context, 'a')]);
    await fixture.store(context, [newEvent(context, 'a', { payload: { changed: true } })]);
    const page = await fixture.list(context);
    expect(page.items).toHaveLength(1);
    expect(page.items[0]?.payload).toEqual({ role: 'user', content: 'The invoice of May is missing' });
    expect(page.pagination).toEqual({ hasMore: false, cursor: null, total: 1 });
  });

  test('an event is returned exactly as it was sent', async () => {
    const context = newTenant();
    const sent = newEvent(context, 'exact', {
      payload: { z: 1, a: [null, true, 'ünï – 😀 \\ "'], nested: { empty: {}, big: 1e21 } },
      tags: ['a,b', 'c"d', '{e}'],
      metadata: { dia_id: 'x' },
      secretsReplaced: 3,
    });
    await fixture.store(context, [sent]);
    const read = await fixture.get(context, sent.id);
    const writer = { actorId: 'system', actorType: 'system', keyId: null };
    expect({ ...sent, ...read }).toEqual({ ...sent, writer, learnedAt: null });
    for (const field of ['fingerprint', 'arrival', 'seq']) expect(read).not.toHaveProperty(field);
  });

  test('an event is stored with the actor that sent it, whatever writer its message names', async () => {
    const { scope, requestId } = newTenant();
    const actor = { type: 'api_key', id: 'key_1', ownerId: 'usr_1', scopes: ['write'] } as const;
    const context = { scope, requestId, actor };
    const writer = { actorId: 'usr_1', actorType: 'user', keyId: 'key_1' };
    const forged = { ...newEvent(context), writer: { actorId: 'usr_2', actorType: 'user', keyId: null } };
    await fixture.store(context, [forged]);
    const system = { ...newTenant(), scope };
    expect(await fixture.get(system, forged.id)).toMatchObject({ writer });
    expect((await fixture.list(system)).items).toMatchObject([{ writer }]);
    const described = await fixture.bus.call(describeEvents, { eventIds: [forged.id] }, system);
    expect(described.events).toMatchObject([{ writer }]);
    const claim = { jobId: 'lrn_1', scope: {}, limit: 10, leaseSeconds: 60 };
    expect((await fixture.bus.call(claimEvents, claim, system)).events).toMatchObject([{ writer }]);
  });

  test('events that several tenants send concurrently are all stored', async () => {
    const contexts = Array.from({ length: 4 }, () => newTenant());
    await Promise.all(
      contexts.flatMap((context) =>
        Array.from({ length: 25 }, (_, i) => fixture.store(context, [newEvent(context, `k${String(i)}`)])),
      ),
    );
    for (const context of contexts) expect((await fixture.list(context)).pagination.total).toBe(25);
  });

  test('the job of a stored event is completed, and that of an unknown event does not exist', async () => {
    const context = newTenant();
    const own = newEvent(context, 'job');
    await fixture.store(context, [own]);
    expect(await jobOf(context, jobIdOfEvent(own.id))).toMatchObject({
      status: 'completed',
      result: { eventId: own.id },
    });
    const unknown = captureIds(context.scope, undefined).jobId;
    await expect(jobOf(context, unknown)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('an event that the database rejects affects no other of its batch, and its job is failed with the reason', async () => {
    const context = newTenant();
    const id = newBatchId(context.scope);
    const bad = newEvent(context, 'bad', { receivedAt: 'no time at all' });
    const good = Array.from({ length: 5 }, () => newEvent(context));
    const batch = { id, chunk: 0, total: 6 };
    const sent = fixture.store(context, [...good.slice(0, 2), bad, ...good.slice(2)], batch);
    await expect(sent).rejects.toMatchObject({ code: 'internal_error' });
    expect((await fixture.list(context)).items.map((event) => event.id).sort()).toEqual(good.map((e) => e.id).sort());
    const error = { code: 'validation_error', message: expect.stringContaining('SQLSTATE 22007') as unknown };
    expect(await jobOf(context, jobIdOfEvent(bad.id))).toMatchObject({ status: 'failed', error });
    expect(await jobOf(context, id)).toMatchObject({ status: 'failed', error });
    const failures = await seriesOf(context, 'day', new Date(Date.now() - 86_400_000).toISOString());
    expect(failures.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
    for (const { id: eventId } of good)
      expect(await jobOf(context, jobIdOfEvent(eventId))).toMatchObject({ status: 'completed' });
    // A dead letter that is repaired and moved back.
    await fixture.store(context, [...good, { ...bad, receivedAt: good[0]?.receivedAt ?? '' }], batch);
    expect(await jobOf(context, jobIdOfEvent(bad.id))).toMatchObject({ status: 'completed', error: null });
    expect(await jobOf(context, id)).toMatchObject({ status: 'completed', result: { events: 6 } });
  });

  test('the first claim of an event counts, until another content is stored', async () => {
    const [context, stranger] = [newTenant(), newTenant()];
    const { id: eventId } = newEvent(context, 'claimed');
    const claim = (fingerprint: string, as = context) =>
      fixture.bus.call(claimFingerprints, { claims: [{ eventId, fingerprint }] }, as);
    const first = { eventId, fingerprint: 'a', isStored: false };
    expect(await claim('a')).toEqual({ found: [first] });
    expect(await claim('b')).toEqual({ found: [first] });
    expect(await fixture.bus.call(findFingerprints, { eventIds: [eventId] }, stranger)).toEqual({ found: [] });
    await fixture.store(context, [newEvent(context, 'claimed', { fingerprint: 'b' })]);
    expect(await fixture.bus.call(findFingerprints, { eventIds: [eventId] }, context)).toEqual({
      found: [{ eventId, fingerprint: 'b', isStored: true }],
    });
  });

  test('a batch that is delivered again is counted once', async () => {
    const context = newTenant();
    const id = newBatchId(context.scope);
    const events = [newEvent(context), newEvent(context)];
    await fixture.store(context, events, { id, chunk: 0, total: 3 });
    await fixture.store(context, events, { id, chunk: 0, total: 3 });
    expect(await jobOf(context, id)).toMatchObject({ status: 'active', progress: { processed: 2, total: 3 } });
    await fixture.store(context, [newEvent(context)], { id, chunk: 1, total: 3 });
    expect(await jobOf(context, id)).toMatchObject({ status: 'completed', result: { events: 3 } });
  });

  test('a batch of which a part could not be sent is completed once the rest is stored', async () => {
    const context = newTenant();
    const id = newBatchId(context.scope);
    await fixture.store(context, [newEvent(context)], { id, chunk: 0, total: 3 });
    await fixture.bus.send(storeEvents, { kind: 'batch-end', events: [], batch: { id, chunk: 2, total: 1 } }, context);
    expect(await jobOf(context, id)).toMatchObject({ status: 'completed', result: { events: 1 } });
  });

  test('a batch without accepted events is completed by its end', async () => {
    const context = newTenant();
    const id = newBatchId(context.scope);
    const batch = { id, chunk: 0, total: 0 };
    await fixture.bus.send(storeEvents, { kind: 'batch-end', events: [], batch }, context);
    expect(await jobOf(context, id)).toMatchObject({ status: 'completed', result: { events: 0 } });
  });

  test('usage counts each event once, in the month of its arrival in UTC', async () => {
    const context = newTenant();
    const lastOfYear = newEvent(context, 'u1', { receivedAt: '2026-12-31T23:59:59.999Z' });
    const firstOfNext = newEvent(context, 'u2', { receivedAt: '2027-01-01T00:00:00.000Z' });
    await fixture.store(context, [lastOfYear, firstOfNext]);
    await fixture.store(context, [firstOfNext, lastOfYear]);
    // The same key means the same event, even with another time of arrival.
    await fixture.store(context, [{ ...lastOfYear, receivedAt: '2027-01-01T00:00:00.001Z' }]);
    expect(await usageIn(context, '2026-12')).toEqual({ total: 2, month: 1, isWhole: true });
    expect(await usageIn(context, '2027-01')).toEqual({ total: 2, month: 1, isWhole: true });
    expect(await usageIn(context, '2027-02')).toEqual({ total: 2, month: 0, isWhole: true });
  });

  test('usage is exact when the same events are sent many times concurrently', async () => {
    const context = newTenant();
    const events = Array.from({ length: 40 }, (_, n) => newEvent(context, `same ${String(n)}`));
    const half = events.slice(20);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => fixture.store(context, n % 2 === 0 ? events : half.toReversed())),
    );
    expect(await usageIn(context, '2026-11')).toEqual({ total: 40, month: 40, isWhole: true });
    expect(await seriesOf(context, 'hour', '2026-11-01T00:00:00.000Z')).toEqual([
      { at: '2026-11-02T09:00:00.000Z', events: 40, failed: 0 },
    ]);
  });

  test('events are counted by the hour and the day of their arrival in UTC, since any time', async () => {
    const context = newTenant();
    const times = ['2026-11-02T22:59:59.999Z', '2026-11-02T23:00:00.000Z', '2026-11-02T23:59:59.999Z'];
    const next = '2026-11-03T00:00:00.000Z';
    await fixture.store(
      context,
      [...times, next].map((receivedAt) => newEvent(context, undefined, { receivedAt })),
    );
    expect(await seriesOf(context, 'hour', '2026-11-02T23:00:00.000Z')).toEqual([
      { at: '2026-11-02T23:00:00.000Z', events: 2, failed: 0 },
      { at: next, events: 1, failed: 0 },
    ]);
    expect(await seriesOf(context, 'day', '2026-11-02T00:00:00.000Z')).toEqual([
      { at: '2026-11-02T00:00:00.000Z', events: 3, failed: 0 },
      { at: next, events: 1, failed: 0 },
    ]);
    expect(await seriesOf(newTenant(), 'day', '2026-11-02T00:00:00.000Z')).toEqual([]);
  });

  test('the hours of a tenant scope that nobody asks for any more go with the first event of a later one', async () => {
    const context = newTenant();
    const storeAt = (receivedAt: string) => fixture.store(context, [newEvent(context, undefined, { receivedAt })]);
    const hours = async () => (await seriesOf(context, 'hour', '2026-01-01T00:00:00.000Z')).map(({ at }) => at);
    const [old, kept, now] = ['2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z', '2026-10-10T00:00:00.000Z'];
    await storeAt(old);
    await storeAt(kept);
    expect(await hours()).toEqual([old, kept]);
    await storeAt(now);
    expect(await hours()).toEqual([kept, now]);
  });

  test('a learn job is queued only after all events captured before it are stored', async () => {
    const context = newTenant();
    const learn = { jobId: 'lrn_1', request: {}, requestedAt: '2026-11-02T09:00:00.000Z' };
    const captures = Array.from({ length: 30 }, () => fixture.store(context, [newEvent(context)]));
    const job = fixture.bus.send(storeEvents, { kind: 'learn', events: [], batch: null, learn }, context);
    await Promise.all([...captures, job]);
    expect(storedAtLearnJobs.get('lrn_1')).toBe(30);
  });

  describe('A command of an earlier gateway, which has no kind,', () => {
    test('stores its events, and counts no replaced secrets if it does not mention them', async () => {
      const context = newTenant();
      const earlier = { ...newEvent(context, 'earlier'), secretsReplaced: undefined };
      const id = newBatchId(context.scope);
      await fixture.bus.send(storeEvents, { events: [earlier], batch: null }, context);
      await fixture.bus.send(storeEvents, { events: [newEvent(context)], batch: { id, chunk: 0, total: 1 } }, context);
      const { items } = await fixture.list(context);
      expect(items).toHaveLength(2);
      expect(items[1]).toMatchObject({ id: earlier.id, secretsReplaced: 0 });
      expect(await jobOf(context, id)).toMatchObject({ status: 'completed', result: { events: 1 } });
    });

    test('ends a batch', async () => {
      const context = newTenant();
      const id = newBatchId(context.scope);
      await fixture.bus.send(storeEvents, { events: [], batch: { id, chunk: 0, total: 0 }, learn: null }, context);
      expect(await jobOf(context, id)).toMatchObject({ status: 'completed', result: { events: 0 } });
    });

    test('queues its learn job', async () => {
      const context = newTenant();
      const learn = { jobId: 'lrn_earlier', request: {}, requestedAt: '2026-11-02T09:00:00.000Z' };
      await fixture.store(context, [newEvent(context)]);
      await fixture.bus.send(storeEvents, { events: [], batch: null, learn }, context);
      expect(storedAtLearnJobs.get('lrn_earlier')).toBe(1);
    });
  });

  test('a command of an unknown kind is rejected', async () => {
    const command = { kind: 'forget', events: [], batch: null } as never;
    await expect(fixture.bus.send(storeEvents, command, newTenant())).rejects.toMatchObject({
      code: 'validation_error',
    });
  });
});
