import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';

const secretOf = (characters: string): string => `ghp_${characters.repeat(9)}`;
const [TOKEN, OTHER] = [secretOf('Ab3d'), secretOf('Ef4g')];

describeOnDatabases('Secrets in events and the rules for them', (backend) => {
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

  const event = (secret: string, more: object = {}): object => ({
    ...{ type: 'message', sessionId: 's', payload: { content: `use ${secret}` } },
    ...more,
  });
  const capture = (body: object, as = key): Promise<Reply> => fixture.ask('POST /v1/capture', { as, body });
  const turn = (isEnabled: boolean, { as = token, rule = 'github' } = {}): Promise<Reply> =>
    fixture.ask(`PATCH /v1/secret-rules/${rule}`, { as, body: { isEnabled } });
  const stored = (): string => JSON.stringify(fixture.behind.stored);

  it('are replaced in batches too', async () => {
    const { status } = await fixture.ask('POST /v1/capture/batch', {
      as: key,
      body: { events: [event(TOKEN), event('')] },
    });
    expect(status).toBe(202);
    expect(stored()).toContain('[secret:github:');
    expect(stored()).not.toContain(TOKEN);
  });

  it('leave a repeated event the same, and another one under the same idempotency key a conflict', async () => {
    const first = await capture(event(TOKEN, { idempotencyKey: 'k' }));
    const again = await capture(event(TOKEN, { idempotencyKey: 'k' }));
    expect(again.data).toEqual(first.data);
    expect((await capture(event(OTHER, { idempotencyKey: 'k' }))).status).toBe(409);
  });

  it('are kept once an owner has turned the rule off, which the audit log is told', async () => {
    expect(await turn(false)).toMatchObject({ status: 200, data: { id: 'github', isEnabled: false } });
    await capture(event(TOKEN));
    expect(stored()).toContain(TOKEN);
    await eventually(() => JSON.stringify(fixture.behind.audited).includes('"resourceId":"github"'));
    await turn(true);
    fixture.behind.stored.length = 0;
    await capture(event(TOKEN));
    expect(stored()).not.toContain(TOKEN);
  });

  it('are looked for by rules that have a name, and the one for keys of Strata stays on', async () => {
    expect((await turn(false, { rule: 'nothing' })).status).toBe(404);
    expect((await turn(false, { rule: 'strata_key' })).status).toBe(400);
  });

  it('are nothing that a key may say', async () => {
    expect((await turn(false, { as: key })).status).toBe(403);
  });
});
