import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postgresConnection } from '@strata/platform/database/connection';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { GatewayDatabase } from '../src/adapters/gateway-database.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';

/** The server ends the session when the transaction commits, as it does when it is stopped. */
const ENDS_AT_COMMIT = [
  `set local role none`,
  `create temporary table last_rows (n int)`,
  `create function pg_temp.end_session() returns trigger language plpgsql
   as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`,
  `create constraint trigger at_commit after insert on last_rows deferrable initially deferred
   for each row execute function pg_temp.end_session()`,
  `insert into last_rows values (1)`,
];

describeOnDatabase('Without its database', (backend) => {
  // The embedded database has no network connection to cut. The platform tests its loss.
  if (backend.name === 'embedded') {
    it.skip('is tested only on PostgreSQL', () => undefined);
    return;
  }

  describe('the gateway', () => {
    let database: TestDatabase;
    let proxy: TogglingProxy;
    let fixture: GatewayFixture;
    let token: string;

    beforeAll(async () => {
      database = await backend.start();
      const target = new URL(database.connection.connectionString);
      proxy = await TogglingProxy.open(target, 5432);
      fixture = await startGateway({ connection: postgresConnection(proxy.through(target)) });
      ({ token } = await fixture.register());
    });
    afterAll(async () => {
      await fixture.close();
      await proxy.close();
      await database.close();
    });

    it('responds that it is unavailable, reports it in its health, and recovers by itself', async () => {
      const { key } = await fixture.newKey(token);
      const secret = `ghp_${'x1'.repeat(18)}`;
      const event = { type: 'message', sessionId: 's', payload: { content: secret } };
      proxy.cut();
      const replies = await Promise.all([
        // It is unknown whether the tenant has turned the rule off.
        fixture.ask('POST /v1/capture', { as: key, body: event }),
        fixture.ask('GET /v1/secret-rules', { as: token }),
        fixture.ask('GET /v1/api-keys', { as: token }),
        fixture.ask('GET /v1/usage-metrics', { as: key }),
        fixture.ask('POST /v1/auth/login', { body: { email: 'a@example.com', password: 'some password' } }),
        fixture.ask('POST /v1/auth/register', { body: { email: 'a@example.com', password: 'some password' } }),
      ]);
      expect(replies.map(({ status, error }) => [status, error.code])).toEqual(replies.map(() => [503, 'unavailable']));
      const health = await fixture.ask('GET /v1/health');
      expect([health.status, health.data['subsystems']]).toMatchObject([503, { database: { status: 'unhealthy' } }]);
      expect(await fixture.ask('GET /health')).toMatchObject({ status: 'unhealthy', postgres: 'disconnected' });

      proxy.mend();
      await eventually(async () => (await fixture.ask('GET /v1/health')).status === 200);
      expect((await fixture.ask('GET /v1/usage-metrics', { as: key })).status).toBe(200);
      expect((await fixture.ask('GET /v1/api-keys', { as: token })).status).toBe(200);
      expect((await fixture.ask('POST /v1/capture', { as: key, body: event })).status).toBe(202);
      expect(JSON.stringify(fixture.services.stored)).not.toContain(secret);
    });

    it('is unavailable, not broken, when a connection ends during a commit', async () => {
      const gatewayDatabase = new GatewayDatabase(database.connection, 1, {
        logger: silentLogger,
        metrics: createMetrics({ service: 'gateway' }),
      });
      try {
        const commit = gatewayDatabase.inTenant('ten_a', async (tx) => {
          for (const sql of ENDS_AT_COMMIT) await tx.$executeRawUnsafe(sql);
        });
        await expect(commit).rejects.toMatchObject({ code: 'unavailable' });
      } finally {
        await gatewayDatabase.close();
      }
    });

    it('recovers by itself when its connections are lost without a word', async () => {
      const list = () => fixture.ask('GET /v1/api-keys', { as: token });
      expect((await list()).status).toBe(200);
      proxy.lose();
      const first = await list();
      expect([first.status, first.error.code]).toEqual([503, 'unavailable']);
      await eventually(async () => (await list()).status === 200);
    });
  });
});
