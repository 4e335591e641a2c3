import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readRoles } from '@strata/contracts/calls/organizations';
import type { Clock } from '@strata/kernel/clock';
import { eventually } from '@strata/testkit/eventually';
import { startTestDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { randomUUID } from 'node:crypto';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { IdentityProvider } from './identity-provider/identity-provider.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY = 24 * 3600;

/** Each test has its own gateway, which has not fetched any keys, and its own clock. */
describe('An issuer', () => {
  let database: TestDatabase;
  let provider: IdentityProvider;
  let other: IdentityProvider;
  let fixture: GatewayFixture;
  let tenant: string;
  let ahead = 0;
  const clock: Clock = { now: () => new Date(Date.now() + ahead) };

  beforeAll(async () => {
    [database, provider, other] = await Promise.all([
      startTestDatabase(),
      IdentityProvider.start(),
      IdentityProvider.start(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([provider.kill(), other.kill()]);
    await database.close();
  });
  beforeEach(async () => {
    ahead = 0;
    fixture = await startGateway({
      connection: database.connection,
      clock,
      env: { JWT_ISSUERS: JSON.stringify([provider.settings(), other.settings()]) },
    });
    await fixture.bus.serve(readRoles, async () => ({ roles: [] }));
    tenant = (await fixture.register()).tenantId;
  });
  afterEach(async () => {
    await fixture.close();
    await provider.restart();
  });

  const logIn = async (at = provider): Promise<string> => {
    const name = `user-${randomUUID()}`;
    await at.addUser(name, { tenant });
    return at.logIn(name);
  };
  /** A token that is valid for three days, so that the clock can be advanced. */
  const lasting = (header?: { kid: string }): string =>
    provider.sign({ tenant, exp: Math.floor(Date.now() / 1000) + 3 * DAY }, header);
  const read = (as: string): Promise<Reply> => fixture.ask('GET /v1/usage-metrics', { as });
  const statusOf = async (as: string): Promise<number> => (await read(as)).status;
  /** The gateway fetches the keys of an issuer with its first token. */
  const fetchKeys = async (): Promise<void> => {
    expect([await statusOf(await logIn()), await statusOf(await logIn(other))]).toEqual([200, 200]);
  };

  it('that signs with a new key is trusted at once, and with the old key while it is published', async () => {
    const before = await logIn();
    expect(await statusOf(before)).toBe(200);
    await provider.rotate({ keep: true });
    expect(await statusOf(await logIn())).toBe(200);
    expect(await statusOf(before)).toBe(200);
  });

  it('that withdraws a key is not trusted with it for longer than ten minutes', async () => {
    const before = lasting();
    expect(await statusOf(before)).toBe(200);
    await provider.rotate({ keep: false });
    expect(await statusOf(before)).toBe(200);
    ahead = 11 * MINUTE_MS;
    expect(await statusOf(before)).toBe(401);
    expect(await statusOf(lasting())).toBe(200);
  });

  it('that is down is trusted with its known keys for a day', async () => {
    const token = lasting();
    expect(await statusOf(token)).toBe(200);
    await provider.kill();
    for (const later of [0, MINUTE_MS, 11 * MINUTE_MS, 12 * MINUTE_MS, 23 * HOUR_MS]) {
      ahead = later;
      expect(await statusOf(token)).toBe(200);
    }
    ahead = 25 * HOUR_MS;
    expect(await statusOf(token)).toBe(503);
  });

  it('that is down does not affect other issuers', async () => {
    await provider.kill();
    expect(await statusOf(lasting())).toBe(503);
    expect(await statusOf(await logIn(other))).toBe(200);
    ahead = 11 * MINUTE_MS;
    expect(await statusOf(other.sign({ tenant, exp: Math.floor(Date.now() / 1000) + DAY }))).toBe(200);
  });

  it('that is down makes a token with an unknown key a 503, and its keys are fetched once it is back', async () => {
    await fetchKeys();
    await provider.kill();
    const rejected = await read(lasting({ kid: 'made-up' }));
    expect([rejected.status, rejected.error.code]).toEqual([503, 'unavailable']);
    expect(rejected.headers['retry-after']).toBe('1');
    await provider.restart();
    await provider.rotate({ keep: true });
    const token = await logIn();
    await eventually(async () => (await statusOf(token)) === 200);
    await eventually(async () => (await statusOf(lasting({ kid: 'made-up' }))) === 401);
    const messages = fixture.log.lines.map(({ message }) => message);
    expect(messages).toContain('The keys of an issuer cannot be fetched');
    expect(messages).toContain('The keys of an issuer can be fetched again');
  });

  it('that was down when the gateway started is trusted once it is up', async () => {
    await provider.kill();
    expect(await statusOf(lasting())).toBe(503);
    await provider.restart();
    const token = await logIn();
    await eventually(async () => (await statusOf(token)) === 200);
  });

  it('can rotate its key in spite of made-up key ids', async () => {
    await fetchKeys();
    for (let n = 0; n < 50; n += 1) expect(await statusOf(lasting({ kid: `made-up-${n}` }))).toBe(401);
    await provider.rotate({ keep: true });
    const token = lasting();
    ahead = MINUTE_MS / 10;
    expect(await statusOf(token)).toBe(200);
  });
});
