import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { operationCall } from '@strata/contracts/operation';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { notFound } from '@strata/kernel/errors';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import type { Bus } from '@strata/platform/bus/bus';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { eventually } from '@strata/testkit/eventually';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { BOUNDS } from '../src/shedding/request-classes.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';
import { newServicesFixture, serveServices } from './services-fixture.ts';

const SLOTS = BOUNDS.synthesis.usual;
const MIB = 1024 * 1024;

describeOnDatabase('A gateway under overload', (backend) => {
  let database: TestDatabase;
  let bus: Bus;
  let fixture: GatewayFixture;
  let key: string;
  let login: { email: string; password: string };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** The synthesis service holds its requests until they are released. */
  let held: (() => void)[];

  beforeAll(async () => {
    database = await backend.start();
  });
  afterAll(async () => {
    await database.close();
  });
  beforeEach(async () => {
    held = [];
    bus = createInProcessBus();
    const services = newServicesFixture();
    await serveServices(bus, services, [synthesize.name]);
    await bus.serve(
      operationCall(synthesize),
      async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        throw notFound('The pack');
      },
      { prefetch: 1_000 },
    );
    fixture = await startGateway({ connection: database.connection, bus, withoutServices: true });
    const user = await fixture.register();
    login = { email: user.email, password: user.password };
    key = (await fixture.newKey(user.token)).key;
  });
  afterEach(async () => {
    release();
    agent.destroy();
    await fixture.close();
    await bus.close();
  });

  const release = (): void => {
    for (const resolve of held.splice(0)) resolve();
  };
  const send = (what: string, { body, via }: { body?: string; via?: Agent } = {}): ClientRequest => {
    const [method = '', path = ''] = what.split(' ');
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request({
      port: fixture.gateway.port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headers, ...length },
      agent: via ?? false,
    });
    sent.end(body);
    return sent;
  };
  const replyTo = async (sent: ClientRequest) => {
    const reply = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.on('response', resolve).on('error', reject),
    );
    return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(await text(reply)) as unknown };
  };
  const QUERY = JSON.stringify({ query: 'when does the export run?' });
  const EVENT = JSON.stringify({ type: 'message', sessionId: 's1', payload: { content: 'hello' } });
  const synthesizing = (): ClientRequest => send('POST /v1/synthesize', { body: QUERY });
  /** Takes every slot of synthesis. */
  const fill = async (): Promise<ClientRequest[]> => {
    const sent = Array.from({ length: SLOTS }, synthesizing);
    for (const one of sent) one.on('error', () => undefined);
    await eventually(() => held.length === SLOTS);
    return sent;
  };

  it('sheds a request without a free slot, names the part, and says when to try again', async () => {
    await fill();
    // On a busy machine, it may be the gateway's process at first.
    const { status, headers, body } = await eventually(async () => {
      const reply = await replyTo(synthesizing());
      return JSON.stringify(reply.body).includes('Synthesis') && reply;
    });
    expect([status, body]).toEqual([
      503,
      {
        ok: false,
        error: { code: 'unavailable', message: 'Synthesis is overloaded, try again in 1 second' },
        meta: { requestId: headers['x-request-id'], durationMs: 0 },
      },
    ]);
    expect(headers).toMatchObject({
      'retry-after': '1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(held).toHaveLength(SLOTS);
    expect(await fixture.metrics()).toMatch(
      /strata_shed_requests_total\{class="synthesis",part="synthesis",service="gateway"\} [1-9]/,
    );
  });

  it('serves health, signing in and every other class meanwhile', async () => {
    await fill();
    const signingIn = send('POST /v1/auth/login', { body: JSON.stringify(login) });
    const others = [
      send('GET /v1/health'),
      send('GET /health'),
      signingIn,
      send('GET /.well-known/jwks.json'),
      send('POST /v1/capture', { body: EVENT }),
      send('POST /v1/capture/batch', { body: JSON.stringify({ events: [JSON.parse(EVENT)] }) }),
      send('GET /v1/usage-metrics'),
    ];
    const replies = await Promise.all(others.map(replyTo));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 202, 202, 200]);
  });

  it('sheds a request before it looks at the credential, and keeps the connection when the body is unread', async () => {
    await fill();
    const large = JSON.stringify({ query: 'x'.repeat(MIB) });
    const shed = await replyTo(send('POST /v1/synthesize', { body: large, via: agent }));
    const next = send('GET /v1/health', { via: agent });
    const { status } = await replyTo(next);
    expect([shed.status, status, next.reusedSocket]).toEqual([503, 200, true]);
  });

  it('counts a request whose client has gone until its work has ended', async () => {
    const sent = await fill();
    for (const one of sent) one.destroy();
    await eventually(async () => (await fixture.metrics()).includes('status="499"'));
    expect((await replyTo(synthesizing())).status).toBe(503);
    release();
    await eventually(async () => {
      const reply = replyTo(synthesizing());
      await eventually(() => held.length > 0);
      release();
      return (await reply).status === 404;
    });
  });

  it('gives no slot to clients that do not send their bodies', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': 1_000 };
    const slow = Array.from({ length: BOUNDS.capture.usual }, () => {
      const sent = request({
        port: fixture.gateway.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v1/capture',
        headers,
      });
      sent.on('error', () => undefined).write('{');
      return sent;
    });
    await eventually(async () =>
      (await fixture.metrics()).includes(
        `strata_request_body_bytes{service="gateway"} ${1_000 * BOUNDS.capture.usual}`,
      ),
    );
    expect((await replyTo(send('POST /v1/capture', { body: EVENT }))).status).toBe(202);
    for (const one of slow) one.destroy();
    await eventually(async () => (await fixture.metrics()).includes('strata_request_body_bytes{service="gateway"} 0'));
  });

  it('logs how many requests were shed', async () => {
    await fill();
    await replyTo(synthesizing());
    const logged = fixture.log.lines.filter(({ message }) => String(message).startsWith('Requests are shed'));
    expect(logged.map(({ requests }) => Object.values(requests as Record<string, number>))).toEqual([[1]]);
  });
});
