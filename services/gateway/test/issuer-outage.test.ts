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

/** Each test has a gateway of its own, which knows no keys yet, and a clock that it can turn. */
describe('Issuers', () => {
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
  /** Lives for a day, so that the clock can be turned. */
  const lasting = (header?: { kid: string }): string =>
    provider.sign({ tenant, exp: Math.floor(Date.now() / 1000) + 3 * DAY }, header);
  const read = (as: string): Promise<Reply> => fixture.ask('GET /v1/usage-metrics', { as });
  const statusOf = async (as: string): Promise<number> => (await read(as)).status;
  /** A new gateway starts with no keys: one that has them is one that has let somebody in. */
  const learnKeys = async (): Promise<void> => {
    expect([await statusOf(await logIn()), await statusOf(await logIn(other))]).toEqual([200, 200]);
  };

  it('that begin to sign with another key are believed at once, and with the old one as long as they publish it', async () => {
    const before = await logIn();
    expect(await statusOf(before)).toBe(200);
    await provider.rotate({ keep: true });
    expect(await statusOf(await logIn())).toBe(200);
    expect(await statusOf(before)).toBe(200);
  });

  it('that take a key back are believed with it for no longer than ten minutes', async () => {
    const before = lasting();
    expect(await statusOf(before)).toBe(200);
    await provider.rotate({ keep: false });
    expect(await statusOf(before)).toBe(200);
    ahead = 11 * MINUTE_MS;
    expect(await statusOf(before)).toBe(401);
    expect(await statusOf(lasting())).toBe(200);
  });

  it('that are down go on being believed with the keys that are known, for a day', async () => {
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

  it('that are down leave the others working', async () => {
    await provider.kill();
    expect(await statusOf(lasting())).toBe(503);
    expect(await statusOf(await logIn(other))).toBe(200);
    ahead = 11 * MINUTE_MS;
    expect(await statusOf(other.sign({ tenant, exp: Math.floor(Date.now() / 1000) + DAY }))).toBe(200);
  });

  it('that are down make a token with an unknown key a 503, and are asked again by themselves once they are back', async () => {
    await learnKeys();
    await provider.kill();
    const refused = await read(lasting({ kid: 'made-up' }));
    expect([refused.status, refused.error.code]).toEqual([503, 'unavailable']);
    expect(refused.headers['retry-after']).toBe('1');
    await provider.restart();
    await provider.rotate({ keep: true });
    const token = await logIn();
    await eventually(async () => (await statusOf(token)) === 200);
    await eventually(async () => (await statusOf(lasting({ kid: 'made-up' }))) === 401);
    const said = fixture.log.lines.map(({ message }) => message);
    expect(said).toContain('The keys of an issuer cannot be fetched');
    expect(said).toContain('The keys of an issuer can be fetched again');
  });

  it('that were down when the gateway started are believed once they are up', async () => {
    await provider.kill();
    expect(await statusOf(lasting())).toBe(503);
    await provider.restart();
    const token = await logIn();
    await eventually(async () => (await statusOf(token)) === 200);
  });

  it('are not kept from rotating by anybody who makes key ids up', async () => {
    await learnKeys();
    for (let n = 0; n < 50; n += 1) expect(await statusOf(lasting({ kid: `made-up-${n}` }))).toBe(401);
    await provider.rotate({ keep: true });
    const token = lasting();
    ahead = MINUTE_MS / 10;
    expect(await statusOf(token)).toBe(200);
  });
});
