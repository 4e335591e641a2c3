import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LONG_SEND_DEADLINE_MS, startGateway, type GatewayFixture } from './gateway-fixture.ts';

const MIB = 1024 * 1024;
const PROTOBUF = 'application/x-protobuf';
const JSON_TYPE = 'application/json';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A message with one field of bytes. */
const wrap = (field: number, bytes: Uint8Array): Uint8Array =>
  new BinaryWriter().tag(field, WireType.LengthDelimited).bytes(bytes).finish();
/** An export with one span. */
const exportOf = (span: Uint8Array): Uint8Array => wrap(1, wrap(2, wrap(2, span)));
const spanWith = (...attributes: Uint8Array[]): Uint8Array =>
  Buffer.concat([
    wrap(1, randomBytes(16)),
    wrap(2, randomBytes(8)),
    ...attributes.map((attribute) => wrap(9, attribute)),
  ]);
const attribute = (key: string, value: Uint8Array): Uint8Array =>
  Buffer.concat([wrap(1, Buffer.from(key)), wrap(2, value)]);
const text = (value: string): Uint8Array => wrap(1, Buffer.from(value));
const CHAT = attribute('gen_ai.operation.name', text('chat'));

const jsonOf = (...attributes: object[]) => ({
  resourceSpans: [
    {
      scopeSpans: [
        { spans: [{ traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), parentSpanId: 'ef'.repeat(8), attributes }] },
      ],
    },
  ],
});
const prompt = (stringValue: string) => ({ key: 'gen_ai.prompt', value: { stringValue } });
const JSON_CHAT = { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } };

describeOnDatabase('An export of traces', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let key: string;
  let token: string;
  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection, sendDeadlineMs: LONG_SEND_DEADLINE_MS });
    ({ token } = await fixture.register());
    ({ key } = await fixture.newKey(token));
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  const send = async (
    body: Uint8Array,
    type: string,
    { as = key, encoding, to = fixture }: { as?: string; encoding?: string | undefined; to?: GatewayFixture } = {},
  ): Promise<Answer> => {
    const sent = request(to.gateway.app).post('/v1/otlp/v1/traces').set('Content-Type', type);
    if (as !== '') sent.set('Authorization', `Bearer ${as}`);
    if (encoding !== undefined) sent.set('Content-Encoding', encoding);
    const answer = await sent
      .serialize((value) => value as never)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      })
      .send(Buffer.from(body));
    return { status: answer.status, headers: answer.headers, body: answer.body as Buffer };
  };
  const sendJson = async (body: object, options: { to?: GatewayFixture } = {}) => {
    const { status, body: answer } = await send(Buffer.from(JSON.stringify(body)), JSON_TYPE, options);
    return [status, JSON.parse(answer.toString()) as unknown] as const;
  };
  /** The message of a `google.rpc.Status`. */
  const messageOf = ({ headers, body }: Answer): string => {
    expect(headers['content-type']).toBe(PROTOBUF);
    const reader = new BinaryReader(body);
    expect(reader.tag()).toEqual([2, WireType.LengthDelimited]);
    return reader.string();
  };

  it('that is empty is accepted, in the encoding of the request', async () => {
    const binary = await send(Buffer.alloc(0), PROTOBUF);
    expect([binary.status, binary.headers['content-type'], binary.body.length]).toEqual([200, PROTOBUF, 0]);
    expect(await sendJson({})).toEqual([200, {}]);
  });

  it.each<[string, Uint8Array, string | undefined, number]>([
    ['that is no protobuf', Buffer.from('not a message'), undefined, 400],
    ['that is cut off', exportOf(spanWith(CHAT)).slice(0, -3), undefined, 400],
    [
      'with a field of another type',
      exportOf(new BinaryWriter().tag(1, WireType.Varint).int32(7).finish()),
      undefined,
      400,
    ],
    ['with a message that is longer than the one around it', Buffer.from([0x0a, 0x02, 0x12, 0x7f]), undefined, 400],
    ['with groups within groups', Buffer.alloc(100_000, 0x1b), undefined, 400],
    ['that is no gzip', exportOf(spanWith(CHAT)), 'gzip', 400],
    ['compressed in another way', brotliCompressSync(exportOf(spanWith(CHAT))), 'br', 415],
    ['that is too large once it is decompressed', gzipSync(Buffer.alloc(64 * MIB)), 'gzip', 413],
    ['that is too large', Buffer.alloc(17 * MIB), undefined, 413],
    [
      'with more messages than memory should hold',
      wrap(1, wrap(2, wrap(2, Buffer.alloc(3 * MIB, '\x4a\0')))),
      undefined,
      413,
    ],
  ])('%s is rejected with a status of protobuf', async (_what, body, encoding, status) => {
    const answer = await send(body, PROTOBUF, { encoding });
    expect(answer.status).toBe(status);
    expect(messageOf(answer)).toMatch(/^The body|^body /);
  });

  it('that nests an attribute very deeply is rejected', async () => {
    let value = text('innermost');
    for (let depth = 0; depth < 2_000; depth += 1) value = wrap(5, wrap(1, value));
    const answer = await send(exportOf(spanWith(CHAT, attribute('deep', value))), PROTOBUF);
    expect([answer.status, messageOf(answer)]).toEqual([
      413,
      'The body has too many attributes, or nests them too deeply',
    ]);
    let list: object = { stringValue: 'innermost' };
    for (let depth = 0; depth < 40; depth += 1) list = { arrayValue: { values: [list] } };
    expect(await sendJson(jsonOf(JSON_CHAT, { key: 'deep', value: list }))).toMatchObject([
      200,
      { partialSuccess: { rejectedSpans: '1', errorMessage: 'attributes are nested too deeply (1 span)' } },
    ]);
  });

  it('of another media type is rejected', async () => {
    expect((await send(Buffer.from('{}'), 'text/plain')).status).toBe(415);
  });

  it('takes 10,000 attributes of a span, and rejects a span with more', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ key: `k${String(at)}`, value: { intValue: at } }));
    expect(await sendJson(jsonOf(JSON_CHAT, prompt('hello'), ...many(9_998)))).toEqual([200, {}]);
    expect(await sendJson(jsonOf(JSON_CHAT, prompt('hello'), ...many(9_999)))).toEqual([
      200,
      { partialSuccess: { rejectedSpans: '1', errorMessage: 'attributes must be at most 10000 (1 span)' } },
    ]);
  });

  it('takes so many messages, and names the spans with more', async () => {
    const sayings = (count: number, from = 0) =>
      prompt(
        JSON.stringify(
          Array.from({ length: count }, (_, at) => ({ role: 'user', content: `no. ${String(at + from)}` })),
        ),
      );
    const tooMany = { partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('(1 span)') } };
    expect(await sendJson(jsonOf(JSON_CHAT, sayings(20_001)))).toEqual([200, tooMany]);
    const two = [jsonOf(JSON_CHAT, sayings(500)), jsonOf(JSON_CHAT, sayings(20_000, 500))];
    expect(await sendJson({ resourceSpans: two.flatMap(({ resourceSpans }) => resourceSpans) })).toEqual([
      200,
      tooMany,
    ]);
  });

  it('captures its other spans if some are invalid, and names each reason once', async () => {
    const good = jsonOf(JSON_CHAT, prompt('The good one'));
    const bad = { traceId: 'short', spanId: 'cd'.repeat(8) };
    const large = jsonOf(JSON_CHAT, prompt('x'.repeat(300_000)));
    const resourceSpans = [...good.resourceSpans, { scopeSpans: [{ spans: [bad, bad, 7] }] }, ...large.resourceSpans];
    const [status, answer] = await sendJson({ resourceSpans: [...resourceSpans, { scopeSpans: 'none' }] });
    expect(status).toBe(200);
    expect(answer).toEqual({
      partialSuccess: {
        rejectedSpans: '4',
        errorMessage:
          'traceId must be 32 hex digits (2 spans); span must be an object (1 span); An event must be at most 262144 bytes of JSON (1 span)',
      },
    });
    const stored = fixture.services.stored.flatMap(({ events }) => events);
    expect(stored.map(({ payload }) => payload['content'])).toContain('The good one');
    expect(await fixture.metrics()).toContain('strata_otlp_spans_total{outcome="rejected"');
  });

  it('has its secrets removed', async () => {
    await sendJson(jsonOf(JSON_CHAT, prompt('Our DB_PASSWORD=kelp-and-7-tides is new')));
    const stored = fixture.services.stored.flatMap(({ events }) => events);
    const [event] = stored.filter(({ payload }) => String(payload['content']).endsWith('is new'));
    expect(event?.payload['content']).toMatch(/^Our DB_PASSWORD=\[secret:/);
    expect(event?.secretsReplaced).toBe(1);
  });

  it('needs a key that may write', async () => {
    const nobody = await send(exportOf(spanWith(CHAT)), PROTOBUF, { as: '' });
    expect(nobody.status).toBe(401);
    expect(messageOf(nobody)).toMatch(/./);
    const { key: reader } = await fixture.newKey(token, { scopes: ['read'] });
    expect((await send(exportOf(spanWith(CHAT)), PROTOBUF, { as: reader })).status).toBe(403);
  });

  it('is a 503 with Retry-After while events cannot be stored, so that the exporter sends it again', async () => {
    const lonely = await startGateway({ connection: database.connection, withoutServices: true });
    try {
      const body = exportOf(spanWith(CHAT, attribute('gen_ai.prompt', text('hello'))));
      const answer = await send(body, PROTOBUF, { to: lonely });
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
      expect(messageOf(answer)).toContain('unavailable');
    } finally {
      await lonely.close();
    }
  });
});
