import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embeddedDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';

describe('The gateway on the embedded database', () => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  beforeAll(async () => {
    database = await embeddedDatabase.start();
    fixture = await startGateway({ connection: database.connection });
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  it('registers an account, logs it in, takes an event by its API key, and rejects the key once it is revoked', async () => {
    const { email, password, tenantId, token } = await fixture.register();
    const { data } = await fixture.ask('POST /v1/auth/login', { body: { email, password } });
    expect(data['tenant']).toMatchObject({ id: tenantId });
    const { id, key } = await fixture.newKey(token);
    const event = { type: 'message', sessionId: 's', payload: { content: 'The lamp is broken' } };
    expect(await fixture.ask('POST /v1/capture', { as: key, body: event })).toMatchObject({ status: 202 });
    expect(fixture.services.stored).toMatchObject([
      { events: [{ payload: event.payload }], context: { scope: { tenantId } } },
    ]);
    expect((await fixture.ask('GET /v1/usage-metrics', { as: key })).data['usage']).toBeDefined();

    const other = await fixture.register();
    expect((await fixture.ask(`DELETE /v1/api-keys/${id}`, { as: other.token })).status).toBe(404);
    expect((await fixture.ask(`DELETE /v1/api-keys/${id}`, { as: token })).ok).toBe(true);
    expect(await fixture.ask('POST /v1/capture', { as: key, body: event })).toMatchObject({ status: 401 });
  });
});
