import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { Redis } from 'ioredis';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';

describeOnServices('An idempotency key', (startServices) => {
  const stack = new CloseStack();
  let redis: TogglingProxy;
  let client: Redis;
  let gateways: [GatewayFixture, GatewayFixture];
  let as: string;

  beforeAll(async () => {
    const real = stack.use(await startServices());
    // A logical database that no other suite uses.
    const url = new URL(real.env.REDIS_URL);
    url.pathname = '/14';
    client = new Redis(url.href);
    stack.defer(() => client.disconnect());
    redis = stack.use(await TogglingProxy.open(url, 6379));
    const connection = postgresConnection(real.env.DATABASE_URL);
    const env = { REDIS_URL: redis.through(url) };
    const one = stack.use(await startGateway({ connection, env }));
    gateways = [one, stack.use(await startGateway({ connection, env, bus: one.bus, withoutServices: true }))];
    ({ key: as } = await one.newKey((await one.register()).token));
  });
  afterAll(() => stack.close());

  const send = (gateway: GatewayFixture, idempotencyKey: string, content: string): Promise<Reply> =>
    gateway.ask('POST /v1/capture', {
      as,
      body: { type: 'message', sessionId: 's', payload: { content }, idempotencyKey },
    });
  const storedOf = (key: string): unknown[] =>
    gateways[0].services.stored
      .flatMap(({ events }) => events)
      .filter(({ idempotencyKey }) => idempotencyKey === key)
      .map(({ payload }) => payload['content']);

  it('keeps its event when Redis loses its data: another body is a 409, a retry gets the first answer', async () => {
    const [one, two] = gateways;
    const first = await send(one, 'flushed', 'a');
    expect(first.status).toBe(202);
    await client.flushdb();
    expect((await send(two, 'flushed', 'b')).status).toBe(409);
    const again = await send(two, 'flushed', 'a');
    expect([again.status, again.data]).toEqual([202, first.data]);
    expect((await send(one, 'flushed', 'b')).status).toBe(409);
    expect(new Set(storedOf('flushed'))).toEqual(new Set(['a']));
  });

  it('is accepted with one body by two gateways that are cut off from Redis', async () => {
    redis.cut();
    const replies = await Promise.all(gateways.map((gateway, n) => send(gateway, 'torn', `body ${String(n)}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409]);
    const accepted = replies.findIndex(({ status }) => status === 202);
    redis.mend();
    for (const gateway of gateways)
      await eventually(async () => (await send(gateway, 'torn', `body ${String(accepted)}`)).status === 202);
    expect((await send(gateways[0], 'torn', `body ${String(1 - accepted)}`)).status).toBe(409);
  });

  it('of a batch is decided for each event, also without Redis', async () => {
    redis.cut();
    const eventOf = (key: string, content: string) => ({
      ...{ type: 'message', sessionId: 's', payload: { content }, idempotencyKey: key },
    });
    const batch = (events: object[]) => gateways[1].ask('POST /v1/capture/batch', { as, body: { events } });
    expect((await batch([eventOf('b1', 'a'), eventOf('b2', 'a')])).data).toMatchObject({ queued: 2, errors: 0 });
    const { data } = await batch([eventOf('b1', 'b'), eventOf('b2', 'a'), eventOf('b3', 'a')]);
    expect(data).toMatchObject({ queued: 2, errors: 1, errorDetails: [{ index: 0, code: 'conflict' }] });
    redis.mend();
  });
});
