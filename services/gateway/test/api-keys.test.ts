import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unavailable } from '@strata/kernel/errors';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { Client } from 'pg';
import { newApiKey } from '../src/api-keys/key-format.ts';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';

const [FIRST = '', SECOND = '', THIRD = ''] = ['first', 'second', 'third'].map((name) => name.padEnd(32, '!'));

/** A bus that drops announcements, as if the broker were away. */
function cutBus(): Bus {
  const bus = createInProcessBus();
  return { ...bus, announce: () => Promise.reject(unavailable('The message bus')) };
}

describeOnDatabase('An API key', (backend) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await backend.start();
  });
  afterAll(() => database.close());

  const use = (gateway: GatewayFixture, key: string): Promise<Reply> =>
    gateway.ask('GET /v1/usage-metrics', { as: key });

  describe('after a change of the pepper', () => {
    const withPeppers = (pepper: string, ...previous: string[]): Promise<GatewayFixture> =>
      startGateway({
        connection: database.connection,
        env: { API_KEY_PEPPER: pepper, API_KEY_PEPPER_PREVIOUS: previous.join(', ') },
      });
    const hashOf = async (id: string): Promise<string> => {
      const client = new Client({ connectionString: database.connection.connectionString });
      await client.connect();
      try {
        const { rows } = await client.query<{ hash: string }>(
          `select encode(secret_hash, 'hex') as hash from gateway.api_keys where id = $1`,
          [id],
        );
        return rows[0]?.hash ?? '';
      } finally {
        await client.end();
      }
    };
    /** Uses a key until its hash has changed. No use is rejected. */
    const useUntilRenewed = async (gateway: GatewayFixture, { id, key }: { id: string; key: string }) => {
      const before = await hashOf(id);
      const replies = await Promise.all(Array.from({ length: 10 }, () => use(gateway, key)));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      await eventually(async () => (await hashOf(id)) !== before);
      expect((await use(gateway, key)).status).toBe(200);
    };

    it('works through two changes and without the first pepper, if it is used in between', async () => {
      const one = await withPeppers(FIRST);
      const { token } = await one.register();
      const used = await one.newKey(token);
      expect((await use(one, used.key)).status).toBe(200);
      await one.close();

      const two = await withPeppers(SECOND, FIRST);
      await useUntilRenewed(two, used);
      const renewed = await hashOf(used.id);
      await use(two, used.key);
      await two.close();
      expect(await hashOf(used.id)).toBe(renewed);

      const three = await withPeppers(THIRD, SECOND, FIRST);
      await useUntilRenewed(three, used);
      await three.close();

      const last = await withPeppers(THIRD);
      expect((await use(last, used.key)).status).toBe(200);
      await last.close();
    });

    it('stops working if its pepper is removed before it was used under another one', async () => {
      const one = await withPeppers(FIRST);
      const { key } = await one.newKey((await one.register()).token);
      await one.close();
      const two = await withPeppers(SECOND);
      expect((await use(two, key)).status).toBe(401);
      await two.close();
    });

    it('works on gateways with the old and the new pepper, if all of them know both', async () => {
      const [old, changed] = await Promise.all([withPeppers(FIRST, SECOND), withPeppers(SECOND, FIRST)]);
      const { key } = await old.newKey((await old.register()).token);
      for (let turn = 0; turn < 4; turn += 1)
        for (const gateway of [old, changed]) expect((await use(gateway, key)).status).toBe(200);
      await Promise.all([old.close(), changed.close()]);
    });
  });

  /** Two gateways on one database that do not receive each other's announcements. */
  const twoApart = (): Promise<GatewayFixture[]> =>
    Promise.all([1, 2].map(() => startGateway({ connection: database.connection, bus: cutBus() })));
  const closeAll = async (gateways: readonly GatewayFixture[]): Promise<void> => {
    for (const { close, bus } of gateways) await close().then(() => bus.close());
  };

  it('that is revoked stops working on a gateway that misses the announcement, and other keys still work', async () => {
    const [here, there] = (await twoApart()) as [GatewayFixture, GatewayFixture];
    const { token } = await here.register();
    const [revoked, kept] = [await here.newKey(token), await here.newKey(token)];
    for (const gateway of [here, there])
      for (const { key } of [revoked, kept]) expect((await use(gateway, key)).status).toBe(200);
    expect((await here.ask(`DELETE /v1/api-keys/${revoked.id}`, { as: token })).status).toBe(200);
    expect((await use(here, revoked.key)).status).toBe(401);
    await eventually(async () => (await use(there, revoked.key)).status === 401);
    expect((await use(there, kept.key)).status).toBe(200);
    await closeAll([here, there]);
  });

  it('that does not exist is rejected, and a key created on another gateway works at once', async () => {
    const [here, there] = (await twoApart()) as [GatewayFixture, GatewayFixture];
    expect((await use(there, newApiKey('live').key)).status).toBe(401);
    const { key } = await here.newKey((await here.register()).token);
    expect((await use(there, key)).status).toBe(200);
    await closeAll([here, there]);
  });
});
