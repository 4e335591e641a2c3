import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findFingerprints } from '@strata/contracts/calls/ingest';
import { findEndedSessions } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';

type Ended = RequestOfCall<typeof findEndedSessions>;

describeOnDatabase('The list of events', (backend) => {
  let fixture: IngestFixture;
  let endedSessions: (request: Ended) => ResponseOfCall<typeof findEndedSessions>;
  beforeAll(async () => {
    fixture = await startIngestFixture(backend, (bus) =>
      bus.serve(findEndedSessions, async (request) => endedSessions(request)),
    );
  });
  afterAll(() => fixture.close());

  test('goes from new to old, and pages neither shift nor count again while events arrive', async () => {
    const context = newTenant();
    for (let i = 0; i < 5; i++) await fixture.store(context, [newEvent(context, `p${String(i)}`)]);
    const first = await fixture.list(context, { limit: 2 });
    await fixture.store(context, [newEvent(context, 'late')]);
    const second = await fixture.list(context, { limit: 2, cursor: first.pagination.cursor });
    const third = await fixture.list(context, { limit: 2, cursor: second.pagination.cursor });
    const keys = [first, second, third].flatMap((page) => page.items.map((item) => item.idempotencyKey));
    expect(keys).toEqual(['p4', 'p3', 'p2', 'p1', 'p0']);
    expect(third.pagination).toMatchObject({ hasMore: false, cursor: null, total: 5 });
  });

  test.each([
    [{}, ['f5', 'f4', 'f3', 'f2', 'f1']],
    [{ agentId: 'agent-2' }, ['f2']],
    [{ sessionId: 'session-2' }, ['f3']],
    [{ tag: 'urgent' }, ['f4']],
    [{ type: 'test_run' }, ['f5']],
    [{ agentId: 'agent-1', sessionId: 'session-1', type: 'message', tag: 'billing' }, ['f4', 'f1']],
  ])('with the filter %j has only events that match', async (filter, keys) => {
    const context = newTenant();
    await fixture.store(context, [
      newEvent(context, 'f1'),
      newEvent(context, 'f2', { agentId: 'agent-2' }),
      newEvent(context, 'f3', { sessionId: 'session-2' }),
      newEvent(context, 'f4', { tags: ['billing', 'urgent'] }),
      newEvent(context, 'f5', { type: 'test_run' }),
    ]);
    const page = await fixture.list(context, filter);
    expect(page.items.map((item) => item.idempotencyKey)).toEqual(keys);
    expect(page.pagination.total).toBe(keys.length);
  });

  test('rejects a damaged cursor and names it', async () => {
    await expect(fixture.list(newTenant(), { cursor: 'bm9uc2Vuc2U' })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ field: 'cursor' }],
    });
  });

  test('by outcome asks for sessions by their keys; `unknown` is every event that is not of a session with a verdict', async () => {
    const context = newTenant();
    await fixture.store(context, [
      newEvent(context, 'won', { sessionId: 'won' }),
      newEvent(context, 'lost', { sessionId: 'lost', agentId: null, namespaceId: 'nsp_1' }),
      newEvent(context, 'not learned yet', { sessionId: 'new' }),
      newEvent(context, 'same id, other agent', { sessionId: 'won', agentId: 'agent-2' }),
      newEvent(context, 'same id, other namespace', { sessionId: 'lost', agentId: null }),
    ]);
    const ended = {
      success: { id: 'won', agentId: 'agent-1', namespaceId: null },
      failure: { id: 'lost', agentId: null, namespaceId: 'nsp_1' },
    };
    const asked: Ended[] = [];
    endedSessions = (request) => {
      asked.push(request);
      return { sessions: request.outcomes.map((outcome) => ended[outcome]), isTruncated: false };
    };
    const keysOf = async (query: Readonly<Record<string, unknown>>) => {
      const { items, pagination } = await fixture.list(context, query);
      expect(pagination.total).toBe(items.length);
      return items.map(({ idempotencyKey }) => idempotencyKey);
    };
    expect(await keysOf({})).toHaveLength(5);
    expect(asked).toEqual([]);
    expect(await keysOf({ outcome: 'success' })).toEqual(['won']);
    expect(await keysOf({ outcome: 'failure' })).toEqual(['lost']);
    const others = ['same id, other namespace', 'same id, other agent', 'not learned yet'];
    expect(await keysOf({ outcome: 'unknown' })).toEqual(others);
    const narrow = { agentId: 'agent-2', namespaceId: 'nsp_1', sessionId: 'won' };
    expect(await keysOf({ outcome: 'success', ...narrow, since: '2026-01-01T00:00:00Z' })).toEqual([]);
    expect(asked.at(-1)).toEqual({ outcomes: ['success'], ...narrow, most: 10_000 });
    endedSessions = () => ({ sessions: [], isTruncated: false });
    expect(await keysOf({ outcome: 'success' })).toEqual([]);
    expect(await keysOf({ outcome: 'unknown' })).toHaveLength(5);
  });

  test('by outcome is refused for more sessions than can be compared, and unavailable without the learn-compiler', async () => {
    endedSessions = () => ({ sessions: [], isTruncated: true });
    await expect(fixture.list(newTenant(), { outcome: 'unknown' })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ field: 'outcome', message: expect.stringContaining('narrow') }],
    });
    endedSessions = () => {
      throw unavailable('The learn-compiler');
    };
    await expect(fixture.list(newTenant(), { outcome: 'failure' })).rejects.toMatchObject({ code: 'unavailable' });
    expect((await fixture.list(newTenant())).items).toEqual([]);
  });

  test('has no event of another tenant or environment, which cannot be read by id either', async () => {
    const context = newTenant();
    const own = newEvent(context, 'mine');
    await fixture.store(context, [own]);
    const testEnvironment: RequestContext = { ...context, scope: { ...context.scope, environment: 'test' } };
    for (const stranger of [newTenant(), testEnvironment]) {
      expect((await fixture.list(stranger)).items).toEqual([]);
      await expect(fixture.get(stranger, own.id)).rejects.toMatchObject({ code: 'not_found' });
      expect(await fixture.bus.call(findFingerprints, { eventIds: [own.id] }, stranger)).toEqual({ found: [] });
    }
  });
});
