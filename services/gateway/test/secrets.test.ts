import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeOnDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';

const TOKEN = `ghp_${'Ab3d'.repeat(9)}`;
const PLACEHOLDER = /^\[secret:github:[0-9a-f]{12}\]$/;

describeOnDatabases('Secrets in events', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let token: string;
  let key: string;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
    ({ token } = await fixture.register());
    ({ key } = await fixture.newKey(token));
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });
  beforeEach(() => {
    fixture.behind.stored.length = 0;
  });

  const capture = (body: object, as = key): Promise<Reply> => fixture.ask('POST /v1/capture', { as, body });
  const storedEvents = () => fixture.behind.stored.flatMap(({ events }) => events);

  describe('are replaced before an event is handed on', () => {
    it('wherever they stand in it', async () => {
      const { status } = await capture({
        type: 'message',
        sessionId: TOKEN,
        payload: { content: `use ${TOKEN}`, [TOKEN]: [{ deep: TOKEN }] },
        metadata: { agentId: TOKEN, tags: [TOKEN, 'x'], [TOKEN]: 1 },
        idempotencyKey: TOKEN,
      });
      expect(status).toBe(202);
      const [stored] = storedEvents();
      expect(JSON.stringify(fixture.behind.stored)).not.toContain(TOKEN);
      expect(stored).toMatchObject({
        sessionId: expect.stringMatching(PLACEHOLDER),
        agentId: expect.stringMatching(PLACEHOLDER),
        tags: [expect.stringMatching(PLACEHOLDER), 'x'],
        idempotencyKey: expect.stringMatching(PLACEHOLDER),
        secretsReplaced: 8,
      });
    });
  });
});
