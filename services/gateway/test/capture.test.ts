import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeOnDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';

describeOnDatabases('Capture', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let key: string;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
    const { token } = await fixture.register();
    ({ key } = await fixture.newKey(token));
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  const event = { type: 'message', sessionId: 's1', payload: { role: 'user', content: 'hello' } };
  const capture = (body: object) => fixture.http().post('/v1/capture').auth(key, { type: 'bearer' }).send(body);

  it('answers 202 with the ids of an event that has been handed on', async () => {
    const { body } = await capture(event).expect(202);
    expect(body.data).toEqual({ jobId: expect.stringMatching(/^cap_/), eventId: expect.stringMatching(/^evt_/), status: 'queued' });
    expect(fixture.received.stored.at(-1)?.events[0]).toMatchObject({ id: body.data.eventId, ...event });
  });
});
