import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  claimEvents,
  completeEvents,
  countUncompiled,
  eventsStored,
  readUncompiled,
  type AcceptedEvent,
} from '@strata/contracts/calls/ingest';
import type { RequestContext } from '@strata/kernel/actor';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';

describeOnDatabase('A claim of uncompiled events', (backend) => {
  let fixture: IngestFixture;
  beforeAll(async () => {
    fixture = await startIngestFixture(backend);
  });
  afterAll(() => fixture.close());

  const claim = async (context: RequestContext, jobId: string, change: object = {}): Promise<string[]> => {
    const request = { jobId, scope: {}, limit: 2, leaseSeconds: 60, ...change };
    return (await fixture.bus.call(claimEvents, request, context)).events.map(({ id }) => id);
  };
  const complete = (context: RequestContext, jobId: string, eventIds: string[], release = false) =>
    fixture.bus.call(completeEvents, { jobId, eventIds, release }, context);
  const storeNew = async (context: RequestContext, ...keys: string[]): Promise<AcceptedEvent[]> => {
    const events = keys.map((key) => newEvent(context, key));
    await fixture.store(context, events);
    return events;
  };
  const idsOf = (events: readonly AcceptedEvent[]): string[] => events.map(({ id }) => id);

  test('returns them in the order of arrival, whatever the order in which they were stored', async () => {
    const context = newTenant();
    const [first, second] = [newEvent(context, 'first'), newEvent(context, 'second')];
    await fixture.store(context, [second]);
    await fixture.store(context, [first]);
    expect(await claim(context, 'job')).toEqual([first.id, second.id]);
  });

  test('does not return completed events', async () => {
    const context = newTenant();
    const ids = idsOf(await storeNew(context, 'c1', 'c2', 'c3'));
    expect(await fixture.bus.call(countUncompiled, { scope: {} }, context)).toEqual({ count: 3 });
    expect(await claim(context, 'job-1')).toEqual(ids.slice(0, 2));
    expect(await complete(context, 'job-1', ids.slice(0, 2))).toEqual({ completed: 2 });
    expect(await claim(context, 'job-1')).toEqual(ids.slice(2));
    expect(await fixture.bus.call(countUncompiled, { scope: {} }, context)).toEqual({ count: 1 });
  });

  test('names the task of an event, if the client sent one as a text or a number', async () => {
    const context = newTenant();
    const events = ['task-7', 7, { id: 7 }, ' ', undefined].map((taskId, at) =>
      newEvent(context, `t${String(at)}`, { metadata: taskId === undefined ? {} : { taskId } }),
    );
    await fixture.store(context, events);
    const claimed = await fixture.bus.call(
      claimEvents,
      { jobId: 'job', scope: {}, limit: 10, leaseSeconds: 60 },
      context,
    );
    expect(claimed.events.map(({ taskId }) => taskId)).toEqual(['task-7', '7', null, null, null]);
  });

  test('with a position returns only events that arrived after it', async () => {
    const context = newTenant();
    const [first, ...later] = await storeNew(context, 'p1', 'p2', 'p3');
    expect(await claim(context, 'job-1', { afterSeq: first?.arrival, limit: 10 })).toEqual(idsOf(later));
  });

  test('is rejected while another job holds the lease, until that job releases it', async () => {
    const context = newTenant();
    await storeNew(context, 'l1');
    await claim(context, 'job-1');
    await expect(claim(context, 'job-2')).rejects.toMatchObject({ code: 'conflict' });
    await complete(context, 'job-1', [], true);
    expect(await claim(context, 'job-2')).toHaveLength(1);
  });

  test('takes over an expired lease, and the late job can complete nothing', async () => {
    const context = newTenant();
    const ids = idsOf(await storeNew(context, 'late'));
    await claim(context, 'job-1', { leaseSeconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await claim(context, 'job-2')).toHaveLength(1);
    await expect(complete(context, 'job-1', ids)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('returns only events of the given agent, session or ids', async () => {
    const context = newTenant();
    const [byId, ofAgent, ofSession] = [
      newEvent(context, 's1'),
      newEvent(context, 's2', { agentId: 'agent-2' }),
      newEvent(context, 's3', { sessionId: 'other' }),
    ];
    await fixture.store(context, [byId, ofAgent, ofSession]);
    expect(await claim(context, 'job', { scope: { agentId: 'agent-2' } })).toEqual([ofAgent.id]);
    expect(await claim(context, 'job', { scope: { sessionId: 'other' } })).toEqual([ofSession.id]);
    expect(await claim(context, 'job', { scope: { eventIds: [byId.id] } })).toEqual([byId.id]);
    expect(await fixture.bus.call(countUncompiled, { scope: { agentId: 'agent-2' } }, context)).toEqual({ count: 1 });
  });

  const read = async (context: RequestContext, change: object = {}) => {
    const request = { tags: [], limit: 10, maxBytes: 10_000, ...change };
    const { events, hasAny } = await fixture.bus.call(readUncompiled, request, context);
    return { ids: events.map(({ id }) => id), hasAny };
  };

  test('is not needed to read the newest uncompiled events, of one agent or with some tags', async () => {
    const context = newTenant();
    expect(await read(context)).toEqual({ ids: [], hasAny: false });
    const ids = idsOf(await storeNew(context, 'u1', 'u2', 'u3'));
    const tagged = newEvent(context, 'u4', { tags: ['billing', 'may'], agentId: 'agent-2' });
    await fixture.store(context, [tagged]);
    await claim(context, 'job', { limit: 1 });
    await complete(context, 'job', ids.slice(0, 1));
    expect(await read(context, { limit: 2 })).toEqual({ ids: [ids[2], tagged.id], hasAny: true });
    expect(await read(context, { tags: ['may'] })).toEqual({ ids: [tagged.id], hasAny: true });
    expect(await read(context, { agentId: 'agent-1' })).toEqual({ ids: ids.slice(1), hasAny: true });
    expect(await read(context, { agentId: 'agent-3' })).toEqual({ ids: [], hasAny: true });
    expect(await read(newTenant())).toEqual({ ids: [], hasAny: false });
  });

  test('is not needed to read messages, for which there is room before other events', async () => {
    const context = newTenant();
    const message = newEvent(context, 'm', { payload: { content: 'a'.repeat(500) } });
    const results = ['r1', 'r2', 'r3'].map((key) =>
      newEvent(context, key, { type: 'tool_result', payload: { output: 'b'.repeat(500) } }),
    );
    await fixture.store(context, [message, ...results]);
    expect((await read(context, { maxBytes: 1_200 })).ids).toEqual([message.id, results[2]?.id]);
  });

  test('can be made as soon as it is announced that events were stored', async () => {
    const stored: string[] = [];
    await fixture.bus.subscribe(eventsStored, (_news, { scope }) => {
      stored.push(scope.tenantId);
      return Promise.resolve();
    });
    const context = newTenant();
    await storeNew(context, 'a1');
    expect(stored).toEqual([context.scope.tenantId]);
  });
});
