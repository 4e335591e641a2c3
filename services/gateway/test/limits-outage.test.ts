import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { setTimeout as delay } from 'node:timers/promises';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';

const FREE = 70;
describeOnServices('Limits through outages', (startServices) => {
  const stack = new CloseStack();
  let redis: TogglingProxy;
  let postgres: TogglingProxy;
  let near: GatewayFixture;
  let far: GatewayFixture;

  beforeAll(async () => {
    const real = stack.use(await startServices());
    const [redisUrl, databaseUrl] = [new URL(real.env.REDIS_URL), new URL(real.env.DATABASE_URL)];
    redis = stack.use(await TogglingProxy.open(redisUrl, 6379));
    postgres = stack.use(await TogglingProxy.open(databaseUrl, 5432));
    const env = { DEFAULT_PLAN: 'free' };
    near = stack.use(
      await startGateway({
        connection: postgresConnection(postgres.through(databaseUrl)),
        env: { ...env, REDIS_URL: redis.through(redisUrl) },
      }),
    );
    far = stack.use(
      await startGateway({
        connection: postgresConnection(databaseUrl.href),
        env: { ...env, REDIS_URL: redisUrl.href },
        withoutServices: true,
      }),
    );
    for (const gateway of [near, far])
      await eventually(async () => {
        const { subsystems } = (await gateway.ask('GET /v1/health')).data as Record<
          'subsystems',
          Record<'cache', object>
        >;
        expect(subsystems.cache).toMatchObject({ status: 'healthy' });
        return true;
      });
  });
  afterAll(() => stack.close());

  const read = (gateway: GatewayFixture, as: string): Promise<Reply> => gateway.ask('GET /v1/api-keys', { as });
  const passed = async (gateway: GatewayFixture, as: string, times: number): Promise<number> => {
    let count = 0;
    for (let time = 0; time < times; time += 1) if ((await read(gateway, as)).status === 200) count += 1;
    return count;
  };
  const remaining = async (gateway: GatewayFixture, as: string): Promise<number> =>
    Number((await read(gateway, as)).headers['x-ratelimit-remaining']);

  it.each(['cut', 'hang'] as const)('neither lift nor tighten while Redis is away: %s', async (how) => {
    const { token } = await near.register();
    const { token: later } = await near.register();
    expect([await passed(near, token, 20), await passed(far, token, 20)]).toEqual([20, 20]);
    expect(await passed(near, token, 5)).toBe(5);
    redis[how]();
    // 45 are known to be used; only the rest is admitted.
    expect(await passed(near, token, 40)).toBe(FREE - 45);
    const { status, headers } = await read(near, token);
    expect([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([429, '60', '0']);
    expect(await remaining(near, later)).toBe(59);

    redis.mend();
    let sent = 1;
    await eventually(async () => {
      // Each poll uses up two requests of the window, and the gateway may leave Redis alone for some seconds.
      await delay(250);
      await read(near, later);
      sent += 2;
      return (await remaining(far, later)) === 60 - sent;
    });
    // The next request at this gateway adds to Redis what it admitted meanwhile: the other gateway denies it, too.
    expect((await read(near, token)).status).toBe(429);
    expect((await read(far, token)).status).toBe(429);
  });

  it('make one request wait for a Redis that hangs, and none after it', async () => {
    const { token } = await near.register();
    await read(near, token);
    redis.hang();
    await read(near, token);
    const started = performance.now();
    expect(await passed(near, token, 20)).toBe(20);
    // Twenty waits for the command's timeout would take ten seconds: a bound for a broken gateway, not a measure.
    expect(performance.now() - started).toBeLessThan(5_000);
    redis.mend();
  });

  it('are in the responses of a gateway that has lost its database', async () => {
    const { token } = await near.register();
    expect((await read(near, token)).status).toBe(200);
    postgres.cut();
    const { status, headers } = await eventually(async () => {
      const reply = await read(near, token);
      return reply.status === 503 && reply;
    });
    expect([status, headers['x-ratelimit-limit']]).toEqual([503, expect.stringMatching(/^(60|6000)$/)]);
    postgres.mend();
    await eventually(async () => (await read(near, token)).status === 200);
  });
});
