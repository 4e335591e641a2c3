import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createVault, createVaultItem } from '@strata/contracts/operations/vaults';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { createTestLogger, type TestLogger } from '@strata/testkit/test-logger';
import { randomBytes } from 'node:crypto';
import { newTenant, type NewTenant } from '../fixtures/new-tenant.ts';
import { UNLIMITED, type RunningSystem, type SystemOptions } from '../fixtures/system-fixture.ts';
import { DIMENSIONS, EmbeddingServer } from './embedding-server.ts';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';

const MESSAGE = 'The nightly export of the harbour moves to four in the morning.';
const QUESTION = 'When does the export of the harbour run?';
const SECRET = 'correct-horse-battery-staple';

/** Starts a system whose traces go to the receiver that the environment names. */
export type StartTraced = (options: SystemOptions) => Promise<RunningSystem>;

interface PostOptions {
  readonly flags?: Trace['flags'];
  readonly credential?: string | undefined;
}

interface Trace {
  readonly traceId: string;
  /** The client's span. */
  readonly spanId: string;
  readonly flags: '00' | '01';
}

const newTrace = (flags: Trace['flags']): Trace => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  flags,
});

/** One trace of a request, over every service that takes part, whatever the transport. */
export function traceRules(start: StartTraced, messaging: string): void {
  const stack = new CloseStack();
  let receiver: OtlpReceiver;
  let embeddings: EmbeddingServer;
  let log: TestLogger;
  let base: string;
  let tenant: NewTenant;

  beforeAll(async () => {
    receiver = stack.use(await OtlpReceiver.open());
    embeddings = stack.use(await EmbeddingServer.open());
    log = createTestLogger('system');
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url;
    process.env['OTEL_BSP_SCHEDULE_DELAY'] = '50';
    const OPENAI_BASE_URL = embeddings.url;
    const settings = { ...UNLIMITED, OPENAI_BASE_URL, EMBEDDING_DIMENSIONS: String(DIMENSIONS) };
    ({ base } = stack.use(await start({ settings, logger: log.logger })));
    tenant = await newTenant(base);
  });
  afterAll(async () => {
    await stack.close();
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    delete process.env['OTEL_BSP_SCHEDULE_DELAY'];
  });

  /** Sends a request in a trace of its own, and again in another one while the system is not ready for it. */
  const post = (path: string, body: unknown, { flags = '01', credential = tenant.api.credential }: PostOptions = {}) =>
    eventually(async () => {
      const trace = newTrace(flags);
      const requestId = `req-${trace.traceId}`;
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${String(credential)}`,
          'content-type': 'application/json',
          'x-request-id': requestId,
          traceparent: `00-${trace.traceId}-${trace.spanId}-${trace.flags}`,
        },
        body: JSON.stringify(body),
      });
      expect(response.headers.get('x-request-id')).toBe(requestId);
      expect(response.status).not.toBe(503);
      const { data } = (await response.json()) as { data: Record<string, string> };
      return { trace, status: response.status, data };
    });

  /** The spans of a trace once it has one of each name, and none whose parent is missing. */
  const whole = ({ traceId, spanId }: Trace, ...names: string[]): Promise<Tree> =>
    eventually(() => {
      const tree = new Tree(receiver.ofTrace(traceId), spanId);
      for (const name of names) tree.named(name);
      expect(tree.orphans).toEqual([]);
      return Promise.resolve(tree);
    });

  test('a capture is one trace from the request over the message to the statements that store the event', async () => {
    const { trace, status } = await post('/v1/capture', {
      type: 'message',
      sessionId: 's1',
      payload: { role: 'Maya', content: MESSAGE },
    });
    expect(status).toBe(202);
    const tree = await whole(trace, 'POST /v1/capture', 'process ingest.storeEvents', 'INSERT event_ids');
    expect(tree.pathTo('INSERT event_ids')).toEqual([
      'SERVER POST /v1/capture',
      'PRODUCER send ingest.storeEvents',
      'CONSUMER process ingest.storeEvents',
      'CLIENT INSERT event_ids',
    ]);
    expect(tree.named('POST /v1/capture').attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/capture',
      'http.response.status_code': 202,
      'url.path': '/v1/capture',
      'strata.tenant.id': tenant.tenantId,
      'strata.request.id': `req-${trace.traceId}`,
    });
    expect(tree.named('send ingest.storeEvents').attributes).toMatchObject({
      'messaging.system': messaging,
      'messaging.operation.type': 'send',
      'messaging.destination.name': 'ingest.storeEvents',
    });
    expect(tree.named('INSERT event_ids').attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'event_ids',
    });
  });

  test('a learn job runs in the trace of its request, with its calls of other services', async () => {
    const { trace, data } = await post('/v1/learn', {});
    const tree = await whole(trace, 'POST /v1/learn', 'process request job', 'INSERT memories', 'COMMIT');
    expect(tree.pathTo('process request job')).toEqual([
      'SERVER POST /v1/learn',
      'PRODUCER send ingest.storeEvents',
      'CONSUMER process ingest.storeEvents',
      'PRODUCER send learn-compiler.queueLearning',
      'CONSUMER process learn-compiler.queueLearning',
      'CONSUMER process request job',
    ]);
    expect(tree.named('process request job').attributes).toMatchObject({ 'strata.job.id': data['jobId'] });
    expect(tree.pathTo('INSERT memories')).toContain('CONSUMER process request job');
    const calls = tree.spans.filter(({ kind, name }) => kind === 'CLIENT' && name.startsWith('ingest/'));
    expect(calls.length).toBeGreaterThan(0);
    for (const { spanId, name } of calls)
      expect(tree.spans.filter(({ kind, parent }) => kind === 'SERVER' && parent === spanId)).toMatchObject([{ name }]);
  });

  test('a synthesis is one trace to the search and to the embedding provider, which is told the trace', async () => {
    const { trace, status } = await post('/v1/synthesize', { query: QUESTION, maxTokens: 300 });
    expect(status).toBe(200);
    const tree = await whole(trace, 'POST /v1/synthesize', 'embeddings text-embedding-3-small', 'POST');
    expect(tree.pathTo('POST')).toEqual([
      'SERVER POST /v1/synthesize',
      'CLIENT synthesis/synthesize',
      'SERVER synthesis/synthesize',
      'CLIENT embeddings text-embedding-3-small',
      'CLIENT POST',
    ]);
    const request = tree.named('POST');
    expect(request.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
    expect(embeddings.traceparents).toContain(`00-${trace.traceId}-${request.spanId}-01`);
  });

  test('what goes through an outbox belongs to the trace of the request that stored it', async () => {
    const body = { name: 'another', scopes: ['read'], environment: 'live' };
    const { trace, status } = await post('/v1/api-keys', body, { credential: tenant.user.credential });
    expect(status).toBe(201);
    const tree = await whole(trace, 'POST /v1/api-keys', 'process enterprise-org.recordAudit');
    expect(tree.pathTo('process enterprise-org.recordAudit').slice(0, 2)).toEqual([
      'SERVER POST /v1/api-keys',
      'PRODUCER send enterprise-org.recordAudit',
    ]);
  });

  test('a request that its client does not record makes no spans, and its log lines name the trace', async () => {
    const body = { query: QUESTION, maxTokens: 300 };
    const { trace } = await post('/v1/synthesize', body, { flags: '00' });
    const { trace: later } = await post('/v1/synthesize', body);
    await whole(later, 'POST /v1/synthesize');
    expect(receiver.ofTrace(trace.traceId)).toEqual([]);
    for (const { traceId } of [trace, later])
      expect(
        log.lines.filter(({ message, requestId }) => message === 'request' && requestId === `req-${traceId}`),
      ).toMatchObject([{ traceId, spanId: expect.any(String) }]);
  });

  test('log lines of work in the background name the trace and its span', async () => {
    const { trace } = await post('/v1/learn', {});
    const tree = await whole(trace, 'process request job');
    await eventually(() => {
      expect(
        log.lines.filter(({ message, traceId }) => message === 'A learn job completed' && traceId === trace.traceId),
      ).toMatchObject([{ spanId: tree.named('process request job').spanId }]);
      return Promise.resolve(true);
    });
  });

  test('no span has a secret, a text of a user or a value of a statement', async () => {
    const { user, api } = tenant;
    const vault = await user.call(createVault, { body: { name: 'Harbour systems' } });
    const item = await user.call(createVaultItem, {
      params: { id: vault.id },
      body: { type: 'password', name: 'Crane terminal', value: SECRET },
    });
    const { trace, data } = await post(`/v1/vaults/${vault.id}/items/${item.id}/reveal`, {}, user);
    expect(data['value']).toBe(SECRET);
    await whole(trace, 'POST /v1/vaults/:id/items/:itemId/reveal', 'vault/revealVaultItem');
    const { trace: wrong } = await post('/v1/synthesize', { query: QUESTION, wrong: MESSAGE, maxTokens: 'many' });
    await post(`/v1/memories/${encodeURIComponent(MESSAGE)}?q=${SECRET}`, {});
    await whole(wrong, 'POST /v1/synthesize');

    expect(receiver.wire).toContain('POST /v1/vaults/:id/items/:itemId/reveal');
    const credentials = [tenant.email, tenant.password, user.credential, api.credential, tenant.testApi.credential];
    for (const text of [SECRET, MESSAGE, QUESTION, 'harbour', 'Crane', 'guest:guest', vault.id, ...credentials])
      expect(receiver.wire).not.toContain(text);
    for (const span of receiver.spans) {
      expect(span).toMatchObject({ message: '', events: 0 });
      if (span.attributes['db.system.name'] !== undefined) expect(span.name).toMatch(/^[A-Z]+(?: [\w.]+)?$/);
    }
  });
}

/** The spans of one trace below the client's span. */
class Tree {
  readonly spans: readonly ReceivedSpan[];
  readonly #client: string;

  constructor(spans: readonly ReceivedSpan[], client: string) {
    this.spans = spans;
    this.#client = client;
  }

  /** Spans whose parent has not arrived. */
  get orphans(): string[] {
    const known = new Set([this.#client, ...this.spans.map(({ spanId }) => spanId)]);
    return this.spans.filter(({ parent }) => !known.has(parent)).map(({ name }) => name);
  }

  named(name: string): ReceivedSpan {
    const found = this.spans.find((span) => span.name === name);
    if (found === undefined)
      throw new Error(`There is no span ${name} among: ${this.spans.map((span) => span.name).join(', ')}`);
    return found;
  }

  /** Kind and name of each span from the root to the named one. */
  pathTo(name: string): string[] {
    const path: string[] = [];
    const above = (child: ReceivedSpan): ReceivedSpan | undefined =>
      this.spans.find(({ spanId }) => spanId === child.parent);
    for (let span: ReceivedSpan | undefined = this.named(name); span !== undefined; span = above(span))
      path.unshift(`${span.kind} ${span.name}`);
    return path;
  }
}
