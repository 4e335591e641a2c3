import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { createTestLogger } from '@strata/testkit/test-logger';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createPrismaPlanStore } from '../src/adapters/prisma-plan-store.ts';
import { assignPlan, setKeyRate } from '../src/limits/change-plan.ts';
import type { PlanStore } from '../src/limits/plan-store.ts';
import { openGatewayDatabase } from '../src/open-gateway-database.ts';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';

/** Requests a minute on the free plan: 60, and a burst of 10. */
const FREE = 70;
const DEFAULT_CUSTOM_RATE = 1_000_000;

describeOnDatabase('Limits', (backend) => {
  const stack = new CloseStack();
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let plans: PlanStore;

  beforeAll(async () => {
    database = await backend.start();
    stack.defer(() => database.close());
    const env = { DEFAULT_PLAN: 'free' };
    fixture = await startGateway({ connection: database.connection, env });
    stack.defer(() => fixture.close());
    const { logger } = createTestLogger();
    const parts = { connection: database.connection, logger, metrics: createMetrics({ service: 'test' }) };
    plans = createPrismaPlanStore(await openGatewayDatabase(stack, { DATABASE_POOL_SIZE: 1 }, parts));
  });
  afterAll(() => stack.close());

  const read = (as: string): Promise<Reply> => fixture.ask('GET /v1/api-keys?limit=1', { as });
  const use = (as: string): Promise<Reply> => fixture.ask('GET /v1/jobs/cap_unknown', { as });
  const limitOf = ({ headers }: Reply) => ({
    limit: Number(headers['x-ratelimit-limit']),
    remaining: Number(headers['x-ratelimit-remaining']),
    reset: Number(headers['x-ratelimit-reset']),
  });
  const admitted = async (send: () => Promise<Reply>, times: number): Promise<number> => {
    const replies = await Promise.all(Array.from({ length: times }, send));
    return replies.filter(({ status }) => status !== 429).length;
  };
  /** A tenant on a custom plan, with its rates. */
  const tenantWith = async (requestsPerMinute: number, burst: number | null = null) => {
    const tenant = await fixture.register();
    await assignPlan(plans, tenant.tenantId, { plan: 'team', requestsPerMinute, burst });
    return tenant;
  };

  describe('of the free plan', () => {
    it('admit 60 requests and a burst of 10, and reject the next one with the seconds to wait', async () => {
      const { token } = await fixture.register();
      const started = Date.now();
      const replies: Reply[] = [];
      for (let count = 0; count < FREE; count += 1) replies.push(await read(token));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(replies.map((reply) => limitOf(reply).limit)).toEqual(replies.map(() => 60));
      expect(replies.map((reply) => limitOf(reply).remaining)).toEqual(
        replies.map((_, index) => Math.max(0, 59 - index)),
      );

      const { status, error, headers, meta, ...last } = await read(token);
      expect([status, error.code, meta.tenantId]).toEqual([429, 'rate_limited', expect.stringMatching(/^ten_/)]);
      const seconds = Number(headers['retry-after']);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(error.message).toMatch(new RegExp(`try again in ${seconds} seconds?$`));
      const { limit, remaining, reset } = limitOf({ status, error, headers, meta, ...last });
      expect([limit, remaining]).toEqual([60, 0]);
      expect(reset).toBeGreaterThanOrEqual(Math.floor(started / 1000) + 60);
      expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60);
    });

    it('admit no more of many concurrent requests', async () => {
      const { token } = await fixture.register();
      expect(await admitted(() => read(token), FREE + 30)).toBe(FREE);
    });

    it('count live and test requests separately', async () => {
      const { token } = await fixture.register();
      const [live, test] = [await fixture.newKey(token), await fixture.newKey(token, { environment: 'test' })];
      // Two requests created the keys.
      expect(await admitted(() => use(live.key), FREE)).toBe(FREE - 2);
      expect(await admitted(() => use(test.key), FREE + 5)).toBe(FREE);
    });

    it('count each tenant separately', async () => {
      const [one, two] = [await fixture.register(), await fixture.register()];
      expect(await admitted(() => read(one.token), FREE + 5)).toBe(FREE);
      expect(await admitted(() => read(two.token), FREE + 5)).toBe(FREE);
    });
  });

  it('the tighter limit of key and tenant decides', async () => {
    const { token, tenantId } = await fixture.register();
    await assignPlan(plans, tenantId, { plan: 'pro', requestsPerMinute: null, burst: null });
    const { key } = await fixture.newKey(token);
    // Pro: 1,000 and 100 for a key, 600 and 100 for the tenant, which created the key with one request.
    expect(limitOf(await use(key))).toMatchObject({ limit: 600, remaining: 598 });
    expect(await admitted(() => use(key), 750)).toBe(698);
    expect(limitOf(await read(token))).toMatchObject({ limit: 600, remaining: 0 });
  });

  it('a key can have its own rate in a custom plan, and its rejected requests do not count against the tenant', async () => {
    const { token } = await tenantWith(100, 0);
    const [small, other] = [await fixture.newKey(token), await fixture.newKey(token)];
    await setKeyRate(plans, small.id, 6);
    await eventually(async () => limitOf(await use(small.key)).limit === 6);
    const before = limitOf(await use(other.key)).remaining;
    // Six, and a burst of one.
    await admitted(() => use(small.key), 50);
    expect((await use(small.key)).status).toBe(429);
    const { remaining } = limitOf(await use(other.key));
    expect(before - remaining).toBeLessThanOrEqual(1 + 7);
    expect(await admitted(() => use(other.key), 200)).toBe(remaining);
  });

  it('a tenant can have its own rate and burst in a custom plan, and a change applies within a second', async () => {
    const { token, tenantId } = await tenantWith(30, 3);
    expect(limitOf(await read(token)).limit).toBe(30);
    expect(await admitted(() => read(token), 50)).toBe(32);
    await assignPlan(plans, tenantId, { plan: 'team', requestsPerMinute: null, burst: null });
    await eventually(async () => (await read(token)).status === 200);
    expect(limitOf(await read(token)).limit).toBe(DEFAULT_CUSTOM_RATE);
  });

  it('the usage metrics include the requests of the open window, this one among them', async () => {
    const { token } = await fixture.register();
    const { key } = await fixture.newKey(token);
    for (let count = 0; count < 5; count += 1) await use(key);
    const { data } = await fixture.ask('GET /v1/usage-metrics', { as: key });
    expect(data['usage']).toMatchObject({ requestsThisMinute: 7 });
  });

  it('a denied or invalid request counts too, and its response has the limit', async () => {
    const { token } = await fixture.register();
    const { key } = await fixture.newKey(token, { scopes: ['read'] });
    const forbidden = await fixture.ask('POST /v1/learn', { as: key, body: {} });
    expect([forbidden.status, limitOf(forbidden)]).toMatchObject([403, { limit: 60, remaining: 58 }]);
    const invalid = await fixture.ask('POST /v1/learn', { as: token, body: '{"all":' });
    expect([invalid.status, limitOf(invalid)]).toMatchObject([400, { limit: 60, remaining: 57 }]);
    const large = await fixture.ask('POST /v1/learn', { as: token, body: { agentId: 'x'.repeat(2 ** 21) } });
    expect([large.status, limitOf(large)]).toMatchObject([413, { limit: 60, remaining: 56 }]);
  });

  it('rejected requests are in the metrics, by limit', async () => {
    const body = await fixture.metrics();
    expect(body).toMatch(/strata_limits_hit_total\{limit="tenant",service="gateway"\} \d+/);
    expect(body).toMatch(/strata_limits_hit_total\{limit="key",service="gateway"\} \d+/);
    expect(body).not.toContain('ten_');
  });

  it('a plan in the settings must exist', async () => {
    for (const setting of ['DEFAULT_PLAN', 'FIRST_TENANT_PLAN'])
      await expect(startGateway({ connection: database.connection, env: { [setting]: 'gold' } })).rejects.toThrow(
        `${setting}: there is no plan "gold"; there are custom, developer, enterprise, free, pro, team, unlimited`,
      );
  });

  describe('set by the operator', () => {
    it.each([
      [{ plan: 'gold' }, 'there is no plan "gold"; there are custom, developer,'],
      [{ plan: 'pro', requestsPerMinute: 5 }, 'the plan "pro" has fixed rates'],
      [{ plan: 'free', burst: 5 }, 'only these plans take rates: custom, enterprise, team'],
    ])('cannot be %j', async (assignment, message) => {
      const { tenantId } = await fixture.register();
      const whole = { requestsPerMinute: null, burst: null, ...assignment };
      await expect(assignPlan(plans, tenantId, whole)).rejects.toThrow(message);
    });

    it('need an existing tenant or key, and a key needs a custom plan', async () => {
      const team = { plan: 'team', requestsPerMinute: null, burst: null };
      await expect(assignPlan(plans, 'ten_none', team)).rejects.toThrow('there is no tenant "ten_none"');
      await expect(setKeyRate(plans, 'key_none', 5)).rejects.toThrow('there is no API key "key_none"');
      const { token } = await fixture.register();
      const { id } = await fixture.newKey(token);
      await expect(setKeyRate(plans, id, 5)).rejects.toThrow('the plan "free" has fixed rates');
      await setKeyRate(plans, id, null);
    });

    it('are removed by an assignment without them', async () => {
      const { tenantId } = await tenantWith(30, 3);
      expect(await plans.ofTenant(tenantId)).toMatchObject({ plan: { id: 'team' }, requestsPerMinute: 30, burst: 3 });
      await assignPlan(plans, tenantId, { plan: 'pro', requestsPerMinute: null, burst: null });
      expect(await plans.ofTenant(tenantId)).toMatchObject({
        plan: { id: 'pro', requestsPerMinutePerTenant: 600, monthlyEvents: 25_000 },
        requestsPerMinute: null,
        burst: null,
      });
    });
  });
});
