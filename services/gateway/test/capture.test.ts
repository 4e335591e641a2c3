import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_EVENT_BYTES } from '@strata/contracts/schemas/event';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { factsOf } from './facts-fixture.ts';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { changeFacts } from './services-fixture.ts';

const event = { type: 'message', sessionId: 's1', payload: { role: 'user', content: 'hello' } };

describeOnDatabase('Capture', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let token: string;
  let tenantId: string;
  let key: string;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
    ({ token, tenantId } = await fixture.register());
    ({ key } = await fixture.newKey(token));
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });
  beforeEach(() => {
    fixture.services.stored.length = 0;
  });

  const capture = (body: object | string, as = key): Promise<Reply> => fixture.ask('POST /v1/capture', { as, body });
  const captureBatch = (events: unknown[], as = key): Promise<Reply> =>
    fixture.ask('POST /v1/capture/batch', { as, body: { events } });
  const storedEvents = () => fixture.services.stored.flatMap(({ events }) => events);

  describe('of one event', () => {
    it('returns 202 with the ids of an event that was sent to the event store', async () => {
      const { status, ok, data, meta } = await capture(event);
      expect([status, ok]).toEqual([202, true]);
      expect(data).toEqual({
        jobId: expect.stringMatching(/^cap_/),
        eventId: expect.stringMatching(/^evt_/),
        status: 'queued',
      });
      expect(meta).toEqual({
        requestId: expect.any(String),
        tenantId: fixture.services.stored[0]?.context.scope.tenantId,
        durationMs: expect.any(Number),
      });
      expect(storedEvents()).toMatchObject([
        { id: data['eventId'], ...event, fingerprint: null, idempotencyKey: null },
      ]);
    });

    it('takes agent, namespace, tags and time from the metadata, and keeps the metadata', async () => {
      await changeFacts(fixture.bus, fixture.services, tenantId, factsOf({ namespaces: { n1: 'internal' } }));
      const metadata = {
        agentId: 'a1',
        namespaceId: 'n1',
        tags: ['x', 'y'],
        source: 'cli',
        occurredAt: '2026-01-02T03:04:05+02:00',
      };
      await capture({ ...event, metadata });
      expect(storedEvents()).toMatchObject([
        {
          agentId: 'a1',
          namespaceId: 'n1',
          tags: ['x', 'y'],
          metadata,
          occurredAt: '2026-01-02T01:04:05.000Z',
          occurredAtGiven: true,
        },
      ]);
    });

    it('rejects a time more than five minutes in the future, and takes one within the skew of clocks', async () => {
      const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
      for (const occurredAt of [at(6), '9999-12-31T23:59:59Z']) {
        const { status, error } = await capture({ ...event, metadata: { occurredAt } });
        expect([status, error.code, error.details?.[0]?.field]).toEqual([
          422,
          'validation_error',
          'metadata.occurredAt',
        ]);
      }
      expect(storedEvents()).toEqual([]);
      expect((await capture({ ...event, metadata: { occurredAt: at(4) } })).status).toBe(202);
    });

    it('takes the time of arrival if the event names none', async () => {
      await capture(event);
      const [stored] = storedEvents();
      expect(stored).toMatchObject({ occurredAtGiven: false, occurredAt: stored?.receivedAt });
    });

    it('stores the events of a bound key as those of its agent', async () => {
      const { key: bound } = await fixture.newKey(token, { agentId: 'bound' });
      await capture({ ...event, metadata: { agentId: 'other' } }, bound);
      await captureBatch([event], bound);
      expect(storedEvents().map(({ agentId }) => agentId)).toEqual(['bound', 'bound']);
    });

    it('keeps the events of test keys and live keys apart', async () => {
      const { key: test } = await fixture.newKey(token, { environment: 'test' });
      const body = { ...event, idempotencyKey: 'both' };
      const [live, other] = [await capture(body), await capture(body, test)];
      expect(other.data['eventId']).not.toBe(live.data['eventId']);
      expect(fixture.services.stored.map(({ context }) => context.scope.environment)).toEqual(['live', 'test']);
    });

    it('rejects an event over 256 KiB with 413', async () => {
      const { status, error } = await capture({ ...event, payload: { content: 'x'.repeat(MAX_EVENT_BYTES) } });
      expect([status, error.code]).toEqual([413, 'payload_too_large']);
    });

    it('accepts an event of exactly 256 KiB', async () => {
      const room = MAX_EVENT_BYTES - JSON.stringify({ ...event, payload: { content: '' } }).length;
      expect((await capture({ ...event, payload: { content: 'x'.repeat(room) } })).status).toBe(202);
      expect((await capture({ ...event, payload: { content: 'x'.repeat(room + 1) } })).status).toBe(413);
    });

    it('returns 503 while the event store is down', async () => {
      const lonely = await startGateway({ connection: database.connection, withoutServices: true });
      const { status, error, headers } = await lonely.ask('POST /v1/capture', { as: key, body: event });
      await lonely.close();
      expect([status, error.code, headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    });
  });

  describe('with an idempotency key', () => {
    it('returns the same response to a retry, on any gateway', async () => {
      const body = { ...event, idempotencyKey: 'again' };
      const first = await capture(body);
      const second = await startGateway({ connection: database.connection });
      const elsewhere = await second.ask('POST /v1/capture', { as: key, body });
      await second.close();
      const repeated = await capture({ idempotencyKey: 'again', ...event });
      expect(first.data['idempotencyKey']).toBe('again');
      expect([repeated.status, repeated.data, elsewhere.data]).toEqual([202, first.data, first.data]);
    });

    it.each(['type', 'sessionId', 'payload', 'metadata'])(
      'returns a conflict for a retry with another %s',
      async (field) => {
        const other = { type: 'tool_call', sessionId: 's2', payload: {}, metadata: { a: 1 } };
        const body = { ...event, idempotencyKey: `conflict ${field}` };
        await capture(body);
        const { status, error } = await capture({ ...body, [field]: other[field as keyof typeof other] });
        expect([status, error.code]).toEqual([409, 'conflict']);
      },
    );

    it('returns a conflict for one of two simultaneous requests', async () => {
      const replies = await Promise.all(
        ['one', 'two'].map((content) => capture({ ...event, payload: { content }, idempotencyKey: 'at once' })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([202, 409]);
    });

    it('knows the key from the event store after a restart', async () => {
      await capture({ ...event, idempotencyKey: 'restart' });
      const restarted = await startGateway({
        connection: database.connection,
        bus: fixture.bus,
        withoutServices: true,
      });
      const body = { ...event, sessionId: 'another', idempotencyKey: 'restart' };
      const { status } = await restarted.ask('POST /v1/capture', { as: key, body });
      await restarted.close();
      expect(status).toBe(409);
    });

    it('accepts the same key in another tenant', async () => {
      const body = { ...event, idempotencyKey: 'mine' };
      const mine = await capture(body);
      const other = await fixture.newKey((await fixture.register()).token);
      const theirs = await capture({ ...body, sessionId: 'theirs' }, other.key);
      expect(theirs.status).toBe(202);
      expect(theirs.data['eventId']).not.toBe(mine.data['eventId']);
    });
  });

  describe('with an invalid body', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const raw = (payload: string): string => `{"type":"message","sessionId":"s","payload":${payload}}`;

    it.each([
      ['malformed JSON', '{"type":', 'body'],
      ['no body', '', 'body'],
      ['an array', '[]', 'body'],
      ['a number', '7', 'body'],
      ['null', 'null', 'body'],
      ['no type', '{"sessionId":"s","payload":{}}', 'type'],
      ['an unknown type', '{"type":"x","sessionId":"s","payload":{}}', 'type'],
      ['no session', '{"type":"message","payload":{}}', 'sessionId'],
      ['a session that is a number', '{"type":"message","sessionId":1,"payload":{}}', 'sessionId'],
      ['NUL in the session', '{"type":"message","sessionId":"a\\u0000","payload":{}}', 'sessionId'],
      ['no payload', '{"type":"message","sessionId":"s"}', 'payload'],
      ['a payload that is an array', raw('[]'), 'payload'],
      ['NUL in the payload', raw('{"content":"a\\u0000b"}'), 'payload.content'],
      ['a lone surrogate', raw('{"content":["\\ud83d"]}'), 'payload.content.0'],
      ['a lone surrogate in a key', raw('{"\\udc00":1}'), 'payload'],
      ['__proto__ in the payload', raw('{"a":{"__proto__":{"admin":true}}}'), 'payload.a'],
      ['__proto__ beside the fields', '{"type":"message","sessionId":"s","payload":{},"__proto__":{}}', '__proto__'],
      ['very deep nesting', raw(deep), 'payload.a'],
      ['an unknown field', '{"type":"message","sessionId":"s","payload":{},"extra":1}', 'extra'],
      [
        'tags that are a text',
        '{"type":"message","sessionId":"s","payload":{},"metadata":{"tags":"a"}}',
        'metadata.tags',
      ],
      [
        'an empty idempotency key',
        '{"type":"message","sessionId":"s","payload":{},"idempotencyKey":""}',
        'idempotencyKey',
      ],
    ])('returns a 422 that names the field: %s', async (_, body, field) => {
      const { status, ok, error } = await capture(body);
      expect([status, ok, error.code, error.details?.[0]?.field]).toEqual([422, false, 'validation_error', field]);
      expect(error.message).toContain(field);
      expect(fixture.services.stored).toEqual([]);
    });

    it('rejects another content type than JSON', async () => {
      const reply = await fixture.ask('POST /v1/capture', {
        as: key,
        body: 'a=b',
        headers: { 'Content-Type': 'text/plain' },
      });
      expect([reply.status, reply.error.code]).toEqual([415, 'unsupported_media_type']);
    });

    it('still accepts valid events', async () => {
      expect((await capture(event)).status).toBe(202);
    });
  });

  it('logs neither keys nor payloads', () => {
    const text = fixture.log.text();
    expect(text).toContain('/v1/capture');
    for (const secret of [key, key.slice(-33), token, 'hello', 'a long enough password', '@example.com']) {
      expect(text).not.toContain(secret);
    }
  });
});
