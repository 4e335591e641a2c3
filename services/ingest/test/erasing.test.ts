import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readEventsOfUser } from '@strata/contracts/calls/exports';
import {
  claimEvents,
  completeEvents,
  countUncompiled,
  eraseEvents,
  findErasedEvents,
  readEventSeries,
  readEventUsage,
  reopenEvents,
} from '@strata/contracts/calls/ingest';
import type { ErasureRequest } from '@strata/contracts/schemas/erasure';
import type { RequestContext } from '@strata/kernel/actor';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';

const UNTIL = '2026-11-10T09:00:00.000Z';
const BEFORE = '2026-11-10T08:59:59.000Z';
const AFTER = '2026-11-10T09:00:01.000Z';

describeOnDatabase('The events of a subject', (backend) => {
  let fixture: IngestFixture;
  beforeAll(async () => {
    fixture = await startIngestFixture(backend);
  });
  afterAll(() => fixture.close());

  const eventOf = (context: RequestContext, userId: string | null, receivedAt = BEFORE) =>
    newEvent(context, undefined, { userId, receivedAt });
  const find = async (context: RequestContext, limit = 500, subject: ErasureRequest = { userId: 'ada' }) => {
    const request = { jobId: 'ers_1', subject, until: UNTIL, limit };
    return (await fixture.bus.call(findErasedEvents, request, context)).eventIds;
  };
  const erase = (context: RequestContext, eventIds: string[]) =>
    fixture.bus.call(eraseEvents, { jobId: 'ers_1', eventIds }, context);
  const uncompiled = async (context: RequestContext) =>
    (await fixture.bus.call(countUncompiled, { scope: {} }, context)).count;
  const idsIn = async (context: RequestContext) => (await fixture.list(context)).items.map(({ id }) => id).sort();

  test('are found and deleted, batch by batch, if they are about one end user and were received until then', async () => {
    const [context, other] = [newTenant(), newTenant()];
    const gone = [eventOf(context, 'ada'), eventOf(context, 'ada')];
    const kept = [eventOf(context, 'Ada'), eventOf(context, null), eventOf(context, 'ada', AFTER)];
    await fixture.store(context, [...gone, ...kept]);
    await fixture.store(other, [eventOf(other, 'ada')]);
    expect(await find(context, 1)).toHaveLength(1);
    expect((await find(context)).sort()).toEqual(gone.map(({ id }) => id).sort());
    for (const [at, { id }] of gone.entries()) expect(await erase(context, [id])).toEqual({ erased: at + 1 });
    expect(await find(context)).toEqual([]);
    // A repeated call counts nothing twice.
    expect(
      await erase(
        context,
        gone.map(({ id }) => id),
      ),
    ).toEqual({ erased: 2 });
    expect(await idsIn(context)).toEqual(kept.map(({ id }) => id).sort());
    expect(await idsIn(other)).toHaveLength(1);
    expect(await uncompiled(context)).toBe(kept.length);
    expect(await fixture.bus.call(readEventUsage, { month: '2026-11' }, context)).toMatchObject({ total: 5, month: 5 });
    const series = await fixture.bus.call(
      readEventSeries,
      { bucket: 'day', since: '2026-11-01T00:00:00.000Z' },
      context,
    );
    expect(series.points.reduce((sum, { events }) => sum + events, 0)).toBe(5);
  });

  test('are not stored if they were received until then, and stored if later', async () => {
    const context = newTenant();
    const early = eventOf(context, 'ada');
    await fixture.store(context, [early]);
    await erase(context, await find(context));
    const later = [eventOf(context, 'ada', AFTER), eventOf(context, 'bo'), eventOf(context, null)];
    await fixture.store(context, [early, eventOf(context, 'ada', UNTIL), ...later]);
    expect(await idsIn(context)).toEqual(later.map(({ id }) => id).sort());
  });

  test.each(['agentId', 'sessionId'] as const)(
    'are erased by %s as well, and dropped if they come late',
    async (field) => {
      const context = newTenant();
      const of = (id: string, receivedAt = BEFORE) => newEvent(context, undefined, { [field]: id, receivedAt });
      // Another subject with the same id.
      const [gone, kept] = [of('ada'), [of('bo'), of('ada', AFTER), eventOf(context, 'ada')]];
      await fixture.store(context, [gone, ...kept]);
      const found = await find(context, 500, { [field]: 'ada' });
      expect(found).toEqual([gone.id]);
      await erase(context, found);
      const later = [of('ada', AFTER), of('bo'), eventOf(context, 'ada')];
      await fixture.store(context, [gone, of('ada', UNTIL), ...later]);
      expect(await idsIn(context)).toEqual([...kept, ...later].map(({ id }) => id).sort());
    },
  );

  test('are read for an export page by page, in order of arrival, each page within its bounds', async () => {
    const [context, other] = [newTenant(), newTenant()];
    const long = { payload: { role: 'user', content: 'x'.repeat(3000) } };
    const events = [1, 2, 3, 4, 5].map((n) =>
      newEvent(context, undefined, { userId: 'ada', receivedAt: BEFORE, ...(n === 3 ? long : {}) }),
    );
    await fixture.store(context, [...events, eventOf(context, 'bo'), eventOf(context, 'ada', AFTER)]);
    await fixture.store(other, [eventOf(other, 'ada')]);
    const pages = async (limit: number, maxBytes: number): Promise<string[][]> => {
      const read: string[][] = [];
      for (let afterSeq = -1; ;) {
        const request = { userId: 'ada', until: UNTIL, afterSeq, limit, maxBytes };
        const page = await fixture.bus.call(readEventsOfUser, request, context);
        read.push(page.events.map(({ id }) => id));
        if (page.lastSeq === null) return read;
        afterSeq = page.lastSeq;
      }
    };
    const ids = events.map(({ id }) => id);
    expect(await pages(100, 1_000_000)).toEqual([ids]);
    expect(await pages(5, 1_000_000)).toEqual([ids]);
    expect(await pages(2, 1_000_000)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(await pages(100, 2000)).toEqual([ids.slice(0, 2), ids.slice(2, 3), ids.slice(3)]);
  });

  test('become uncompiled again', async () => {
    const context = newTenant();
    const events = [eventOf(context, 'ada'), eventOf(context, 'ada')];
    const ids = events.map(({ id }) => id);
    await fixture.store(context, events);
    const claim = { jobId: 'lrn_1', scope: {}, limit: 10, leaseSeconds: 60 };
    await fixture.bus.call(claimEvents, claim, context);
    await fixture.bus.call(completeEvents, { jobId: 'lrn_1', eventIds: ids, release: true }, context);
    expect(await uncompiled(context)).toBe(0);
    const reopen = () => fixture.bus.call(reopenEvents, { eventIds: [...ids, 'evt_unknown'] }, context);
    expect([await reopen(), await reopen()]).toEqual([{ reopened: 2 }, { reopened: 0 }]);
    expect(await uncompiled(context)).toBe(2);
    const { events: claimed } = await fixture.bus.call(claimEvents, { ...claim, jobId: 'lrn_2' }, context);
    expect(claimed.map(({ id }) => id)).toEqual(ids);
  });
});
