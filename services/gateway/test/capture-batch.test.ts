import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_EVENT_BYTES } from '@strata/contracts/schemas/event';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import { newId } from '@strata/kernel/ids';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { factsOf } from './facts-fixture.ts';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { changeFacts } from './services-fixture.ts';

const event = { type: 'message', sessionId: 's1', payload: { role: 'user', content: 'hello' } };
const of = (metadata: object, more: object = {}) => ({ ...event, metadata, ...more });

describeOnDatabase('A batch of events', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let tenantId: string;
  let userId: string;
  let key: string;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });
  beforeEach(async () => {
    const { token, ...registered } = await fixture.register();
    ({ tenantId, userId } = registered);
    ({ key } = await fixture.newKey(token));
    const { stored, audited } = fixture.services;
    stored.length = 0;
    audited.length = 0;
  });

  const setFacts = (facts: Facts): Promise<void> => changeFacts(fixture.bus, fixture.services, tenantId, facts);
  const capture = (body: object): Promise<Reply> => fixture.ask('POST /v1/capture', { as: key, body });
  const captureBatch = (events: unknown[]): Promise<Reply> =>
    fixture.ask('POST /v1/capture/batch', { as: key, body: { events } });
  const storedEvents = () => fixture.services.stored.flatMap(({ events }) => events);
  const denials = () =>
    fixture.services.audited
      .map(({ report }) => report)
      .filter(({ entries }) => entries.every(({ outcome }) => outcome === 'denied'));

  it('captures the valid events and returns the error of each other one', async () => {
    const huge = { ...event, payload: { content: 'x'.repeat(MAX_EVENT_BYTES) } };
    const { status, data } = await captureBatch([event, { ...event, type: 'x' }, huge, null, event]);
    expect(status).toBe(202);
    const eventIds = data['eventIds'] as (string | null)[];
    expect(data).toMatchObject({ batchId: expect.stringMatching(/^bat_/), queued: 2, errors: 3, total: 5 });
    expect(eventIds.map((id) => id !== null)).toEqual([true, false, false, false, true]);
    expect(data['errorDetails']).toEqual([
      {
        index: 1,
        code: 'validation_error',
        message: expect.stringMatching(/^type must be one of/),
        details: [{ field: 'type', message: expect.any(String) }],
      },
      { index: 2, code: 'payload_too_large', message: expect.any(String), details: [] },
      {
        index: 3,
        code: 'validation_error',
        message: 'event must be an object',
        details: [{ field: 'event', message: 'must be an object' }],
      },
    ]);
    expect(storedEvents().map(({ id }) => id)).toEqual(eventIds.filter((id) => id !== null));
    expect(fixture.services.stored[0]?.batch).toEqual({ id: data['batchId'], chunk: 0, total: 2 });
  });

  it('rejects an event from the future with its reason, and captures the others', async () => {
    const { status, data } = await captureBatch([event, of({ occurredAt: '9999-12-31T00:00:00Z' }), event]);
    expect([status, data['queued'], data['errors']]).toEqual([202, 2, 1]);
    const message = 'must not be more than 5 minutes in the future';
    expect(data['errorDetails']).toEqual([
      {
        index: 1,
        code: 'validation_error',
        message: `metadata.occurredAt ${message}`,
        details: [{ field: 'metadata.occurredAt', message }],
      },
    ]);
    expect(storedEvents()).toHaveLength(2);
  });

  it('gives equal events with the same key one id, and rejects another event with that key', async () => {
    const keyed = { ...event, idempotencyKey: 'in one batch' };
    const { data } = await captureBatch([keyed, keyed, { ...keyed, sessionId: 'other' }]);
    const [first, second, third] = data['eventIds'] as string[];
    expect([second, third]).toEqual([first, null]);
    expect(data).toMatchObject({ queued: 2, errors: 1, errorDetails: [{ index: 2, code: 'conflict' }] });
    expect(storedEvents()).toHaveLength(1);
  });

  it('accepts the event for which a key was used first, even after another event with that key', async () => {
    const keyed = { ...event, idempotencyKey: 'behind another' };
    const first = await capture(keyed);
    const { data } = await captureBatch([{ ...keyed, sessionId: 'other' }, keyed]);
    expect(data).toMatchObject({ queued: 1, errors: 1, errorDetails: [{ index: 0, code: 'conflict' }] });
    expect(data['eventIds']).toEqual([null, first.data['eventId']]);
  });

  it('rejects a key that was used for another event before', async () => {
    const keyed = { ...event, idempotencyKey: 'before the batch' };
    const single = await capture(keyed);
    const { data } = await captureBatch([keyed, { ...event, sessionId: 'z', idempotencyKey: 'fresh' }]);
    expect((data['eventIds'] as string[])[0]).toBe(single.data['eventId']);
    const again = await captureBatch([{ ...keyed, payload: {} }, event]);
    expect(again.data).toMatchObject({ queued: 1, errors: 1, errorDetails: [{ index: 0, code: 'conflict' }] });
  });

  it('is sent in messages of at most half a mebibyte', async () => {
    const content = 'x'.repeat(200 * 1024);
    const { data } = await captureBatch(Array.from({ length: 12 }, () => ({ ...event, payload: { content } })));
    expect(data['queued']).toBe(12);
    expect(fixture.services.stored.map(({ events }) => events.length).sort()).toEqual([2, 2, 2, 2, 2, 2]);
    expect(fixture.services.stored.map(({ batch }) => batch?.total)).toEqual([12, 12, 12, 12, 12, 12]);
    expect(fixture.services.stored.map(({ batch }) => batch?.chunk).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('has at most 1,000 events', async () => {
    expect((await captureBatch(Array.from({ length: 1000 }, () => event))).data['queued']).toBe(1000);
    const { status, error } = await captureBatch(Array.from({ length: 1001 }, () => event));
    expect([status, error.code, error.details?.[0]?.field]).toEqual([422, 'validation_error', 'events']);
  });

  it.each([{}, { events: 'all' }, { events: { 0: event } }, { events: null }])(
    'needs a list of events: %j',
    async (body) => {
      const { status, error } = await fixture.ask('POST /v1/capture/batch', { as: key, body });
      expect([status, error.code, error.details?.[0]?.field]).toEqual([422, 'validation_error', 'events']);
    },
  );

  it('has at most 16 MiB', async () => {
    const content = 'x'.repeat(200 * 1024);
    const { status, error } = await captureBatch(
      Array.from({ length: 90 }, () => ({ ...event, payload: { content } })),
    );
    expect([status, error.code]).toEqual([413, 'payload_too_large']);
  });

  it('rejects hostile events one by one', async () => {
    const hostile = `{"events":[${[
      '{"type":"message","sessionId":"s","payload":{"a":"\\u0000"}}',
      '{"type":"message","sessionId":"s","payload":{"__proto__":{}}}',
      `{"type":"message","sessionId":"s","payload":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
      '[[[[]]]]',
      '"\\ud800"',
      JSON.stringify(event),
    ].join(',')}]}`;
    const { status, data } = await fixture.ask('POST /v1/capture/batch', { as: key, body: hostile });
    expect([status, data['queued'], data['errors']]).toEqual([202, 1, 5]);
  });

  describe('under policies', () => {
    const spaces = ['open', 'safe', 'unknown'];
    const batch = (events: number) =>
      Array.from({ length: events }, (_, place) =>
        of(
          { namespaceId: spaces[place % 3], agentId: `a${String(place)}` },
          place % 2 === 0 ? {} : { idempotencyKey: `k${String(place)}` },
        ),
      );
    const closed = factsOf({ namespaces: { open: 'internal', safe: 'restricted' } });

    it('is judged event by event, for a thousand events in three namespaces', async () => {
      await setFacts(closed);
      const { status, data } = await captureBatch(batch(1000));
      const eventIds = data['eventIds'] as (string | null)[];
      const faults = data['errorDetails'] as { index: number; code: string; details: object[] }[];
      expect([status, data['queued'], data['errors'], data['total']]).toEqual([202, 334, 666, 1000]);
      for (const [place, eventId] of eventIds.entries()) expectLabelled(place, eventId !== null).toBe(place % 3 === 0);
      const expected = eventIds.flatMap((_, index) => {
        if (index % 3 === 0) return [];
        return [
          index % 3 === 1
            ? { index, code: 'forbidden' }
            : { index, code: 'validation_error', details: [{ field: 'metadata.namespaceId' }] },
        ];
      });
      expect(faults).toMatchObject(expected);
      expect(storedEvents().map(({ id }) => id)).toEqual(eventIds.filter((id) => id !== null));
      expect(fixture.services.stored[0]?.batch?.total).toBe(334);
      expect(denials()).toMatchObject([
        { place: { namespaceId: 'safe' }, entries: [{ resourceId: 'safe', changes: { after: { events: 333 } } }] },
      ]);
    });

    it('claims no key and stores nothing if every event is denied', async () => {
      await setFacts(factsOf({ policies: [{}] }));
      const { status, data } = await captureBatch([event, { ...event, idempotencyKey: 'whole' }]);
      expect([status, data['queued'], data['errors']]).toEqual([202, 0, 2]);
      expect(storedEvents()).toEqual([]);
    });

    it('is audited with one entry for each place and policy, in the organizations that govern them', async () => {
      const agentId = newId('agt');
      await setFacts(
        factsOf(
          {
            id: 'org_a',
            namespaces: { safe: 'restricted', open: 'internal' },
            agents: [agentId],
            createdBy: userId,
            members: [{ userId, role: 'developer', teamIds: [] }],
            policies: [
              { name: 'Agent', resource: `agent:${agentId}` },
              { name: 'Tagged', resource: 'namespace:open', conditions: { 'resource.tags': 't' } },
            ],
          },
          { id: 'org_b', policies: [{ name: 'Loose', resource: 'agent:loose' }] },
        ),
      );
      const places = [
        ...[{ namespaceId: 'safe' }, { namespaceId: 'safe', agentId: 'x' }, { namespaceId: 'open', tags: ['t'] }],
        ...[{ agentId }, { agentId: 'loose' }, { agentId: 'loose', tags: ['t'] }, { agentId: 'free' }],
      ];
      const { data } = await captureBatch(places.map((metadata) => of(metadata)));
      expect(data['queued']).toBe(1);
      const recorded = denials().map(({ place, entries }) => [
        place,
        entries.map(({ resourceId, changes }) => [
          resourceId,
          changes?.reason?.replace('No policy matches, and ', ''),
          changes?.after,
        ]),
      ]);
      expect(recorded).toEqual([
        [
          { namespaceId: 'safe', agentId: null },
          [
            ['safe', expect.stringContaining('restricted'), { events: 2 }],
            ['open', 'The policy "Tagged" denies it', { events: 1 }],
            [agentId, 'The policy "Agent" denies it', { events: 1 }],
          ],
        ],
        [{ namespaceId: null, agentId: 'loose' }, [['loose', 'The policy "Loose" denies it', { events: 2 }]]],
      ]);
    });

    it('returns 503 and captures nothing if its denials cannot be recorded, and can be sent again', async () => {
      await setFacts(closed);
      const events = batch(6);
      fixture.services.isAuditDown = true;
      const [single, many] = [await capture(of({ namespaceId: 'safe' })), await captureBatch(events)];
      fixture.services.isAuditDown = false;
      expect([single.status, many.status, storedEvents()]).toEqual([503, 503, []]);
      expect((await captureBatch(events)).data['queued']).toBe(2);
    });
  });
});
