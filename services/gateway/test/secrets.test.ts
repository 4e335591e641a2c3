import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_EVENT_BYTES } from '@strata/contracts/schemas/event';
import { captureIds } from '@strata/kernel/capture-ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { factsOf } from './facts-fixture.ts';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { changeFacts } from './services-fixture.ts';

const TOKEN = `ghp_${'Ab3d'.repeat(9)}`;
const OTHER = `ghp_${'xY9z'.repeat(9)}`;
const PLACEHOLDER = /^\[secret:github:[0-9a-f]{12}\]$/;
const event = { type: 'message', sessionId: 's', payload: { content: 'hello' } };

describeOnDatabase('A secret in an event', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let token: string;
  let tenantId: string;
  let key: string;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
    ({ token, tenantId } = await fixture.register());
    ({ key } = await fixture.newKey(token));
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });
  beforeEach(() => {
    fixture.services.stored.length = 0;
    fixture.services.audited.length = 0;
  });

  const capture = (body: object, as = key, { ask } = fixture): Promise<Reply> =>
    ask('POST /v1/capture', { as, body: { ...event, ...body } });
  const captureBatch = (events: unknown[]): Promise<Reply> =>
    fixture.ask('POST /v1/capture/batch', { as: key, body: { events } });
  const storedBy = ({ services: behind }: GatewayFixture) => behind.stored.flatMap(({ events }) => events);
  /** The stored form of a text. */
  const storedText = async (content: string, as = key, at = fixture): Promise<unknown> => {
    at.services.stored.length = 0;
    await capture({ payload: { content } }, as, at);
    return storedBy(at)[0]?.payload['content'];
  };

  describe('is replaced before the event is sent on', () => {
    it('everywhere in it', async () => {
      const { status, data } = await capture({
        sessionId: TOKEN,
        payload: { content: `use ${TOKEN}`, [TOKEN]: [{ deep: TOKEN }] },
        metadata: { agentId: TOKEN, tags: [TOKEN, 'x'], [TOKEN]: 1 },
        idempotencyKey: TOKEN,
      });
      expect([status, JSON.stringify(data)]).toEqual([202, expect.not.stringContaining(TOKEN)]);
      expect(JSON.stringify(fixture.services)).not.toContain(TOKEN);
      expect(fixture.log.text()).not.toContain(TOKEN);
      const [stored] = storedBy(fixture);
      const placeholder = stored?.sessionId ?? '';
      expect(stored).toMatchObject({
        sessionId: expect.stringMatching(PLACEHOLDER),
        payload: { content: `use ${placeholder}`, [placeholder]: [{ deep: placeholder }] },
        metadata: { agentId: placeholder, tags: [placeholder, 'x'], [placeholder]: 1 },
        agentId: placeholder,
        tags: [placeholder, 'x'],
        idempotencyKey: placeholder,
        secretsReplaced: 8,
      });
    });

    it('in each event of a batch, beside rejected events', async () => {
      const { data } = await captureBatch([
        { ...event, payload: { content: TOKEN } },
        event,
        { ...event, type: TOKEN },
        { ...event, payload: { content: `${OTHER} ${TOKEN}` } },
      ]);
      expect(data).toMatchObject({ queued: 3, errors: 1, errorDetails: [{ index: 2 }] });
      expect(storedBy(fixture).map(({ secretsReplaced }) => secretsReplaced)).toEqual([1, 0, 2]);
      expect(JSON.stringify([data, fixture.services.stored])).not.toContain(TOKEN);
    });

    it('before policies decide, and in the audit log entry of a denial', async () => {
      await changeFacts(fixture.bus, fixture.services, tenantId, factsOf({ policies: [{}] }));
      const { status, error } = await capture({ metadata: { agentId: TOKEN } });
      await changeFacts(fixture.bus, fixture.services, tenantId, factsOf());
      expect([status, error.code]).toEqual([403, 'forbidden']);
      const audited = await eventually(() => fixture.services.audited.length > 0 && fixture.services.audited);
      expect(JSON.stringify(audited)).not.toContain(TOKEN);
    });

    it('and nothing else in it changes', async () => {
      const payload = { content: 'no secret', list: [1, null, true, { a: [] }], 'a key': { '': ' ' } };
      await capture({ payload, metadata: { tags: ['x'], note: `is ${TOKEN}, isn't it?` } });
      const [stored] = storedBy(fixture);
      expect(stored?.payload).toEqual(payload);
      expect(stored?.metadata['note']).toMatch(/^is \[secret:github:[0-9a-f]{12}\], isn't it\?$/);
    });

    it('in an event of the maximum size, even if it grows beyond', async () => {
      const words = 'password=a1b2c3d4 ';
      const content = words.repeat(Math.floor((MAX_EVENT_BYTES - 200) / words.length));
      expect((await capture({ payload: { content } })).status).toBe(202);
      const [stored] = storedBy(fixture);
      expect(JSON.stringify(stored)).not.toContain('a1b2c3d4');
      expect(stored?.secretsReplaced).toBe(content.length / words.length);
    });

    it('and texts stay within their maximum length', async () => {
      const many = (most: number): string => 'pwd=a1b2c3d4 '.repeat(20).slice(0, most).trim();
      const metadata = { tags: [many(100)], agentId: many(200) };
      await capture({ sessionId: many(200), metadata, idempotencyKey: many(255) });
      const [stored] = storedBy(fixture);
      for (const text of [stored?.sessionId, stored?.agentId, stored?.idempotencyKey, stored?.tags[0]])
        expect(text).toMatch(/^\[secret:\w+:[0-9a-f]{12}\]$/);
    });
  });

  describe('has a fingerprint', () => {
    it('that is equal only for equal secrets, wherever they are', async () => {
      const [first, second, other] = [
        await storedText(TOKEN),
        await storedText(`token: "${TOKEN}"`),
        await storedText(OTHER),
      ];
      expect(first).toMatch(PLACEHOLDER);
      expect(second).toBe(`token: "${String(first)}"`);
      expect(other).toMatch(PLACEHOLDER);
      expect(other).not.toBe(first);
    });

    it('that is the same in both environments and on every gateway, but not in other tenants', async () => {
      const first = await storedText(TOKEN);
      const { key: test } = await fixture.newKey(token, { environment: 'test' });
      expect(await storedText(TOKEN, test)).toBe(first);
      const { key: theirs } = await fixture.newKey((await fixture.register()).token);
      expect(await storedText(TOKEN, theirs)).not.toBe(first);
      const second = await startGateway({ connection: database.connection });
      expect(await storedText(TOKEN, key, second)).toBe(first);
      await second.close();
    });

    it('that is random for a secret that can be guessed: captured guesses do not find it', async () => {
      const secret = await storedText('password=harbour-7421');
      const guesses = Array.from({ length: 200 }, (_, nth) => ({
        ...event,
        payload: { content: `password=harbour-${String(7300 + nth)}` },
      }));
      fixture.services.stored.length = 0;
      await captureBatch(guesses);
      const stored = storedBy(fixture).map(({ payload }) => payload['content']);
      expect([stored.length, new Set(stored).size]).toEqual([200, 200]);
      expect(stored).not.toContain(secret);
      expect(
        stored.every((text) => /^password=\[secret:credential_assignment:[0-9a-f]{12}\]$/.test(String(text))),
      ).toBe(true);
    });

    it('that depends on the key of the deployment', async () => {
      const other = await startGateway({
        connection: database.connection,
        env: { SECRET_FINGERPRINT_KEY: 'g'.repeat(32) },
      });
      expect(await storedText(TOKEN, key, other)).not.toBe(await storedText(TOKEN));
      await other.close();
    });
  });

  describe('does not break idempotency keys:', () => {
    it('a repeated event gets the same response, with a secret in the event or in its key', async () => {
      const body = { payload: { content: TOKEN }, idempotencyKey: `again ${TOKEN}` };
      const [first, second] = [await capture(body), await capture(body)];
      expect([second.status, second.data]).toEqual([202, first.data]);
      const other = await capture({ ...body, payload: { content: OTHER } });
      expect([other.status, other.error.code]).toEqual([409, 'conflict']);
    });

    it('a repeated event with a secret that can be guessed gets the same response, and a guess learns nothing', async () => {
      const of = (password: string) => ({
        payload: { content: `password=${password}` },
        idempotencyKey: 'with a password',
      });
      const [first, second] = [await capture(of('harbour-7421')), await capture(of('harbour-7421'))];
      const guess = await capture(of('meadow-1247'));
      expect([first.status, second.data, guess.data]).toEqual([202, first.data, first.data]);
    });

    it('keys that become equal without their secrets stay distinct', async () => {
      await capture({ idempotencyKey: `${TOKEN} ${OTHER}` });
      const { status } = await capture({ payload: { other: 1 }, idempotencyKey: `${OTHER} ${TOKEN}` });
      expect(status).toBe(202);
    });

    it('no stored hash allows to guess a secret in an event or a key', async () => {
      const storedOf = async (content: string) => {
        fixture.services.stored.length = 0;
        await capture({ payload: { content }, idempotencyKey: `hash ${content}` });
        return storedBy(fixture)[0];
      };
      const scrubbed = String(await storedText(TOKEN));
      const stored = await storedOf(TOKEN);
      expect(stored?.fingerprint).toBe((await storedOf(scrubbed))?.fingerprint);
      expect(stored?.id).not.toBe(captureIds({ tenantId, environment: 'live' }, `hash ${TOKEN}`).eventId);
    });
  });

  describe('is found by the rules of the tenant, which a user', () => {
    const list = async (as = token): Promise<{ id: string; isEnabled: boolean }[]> =>
      (await fixture.ask('GET /v1/secret-rules', { as })).data['items'] as { id: string; isEnabled: boolean }[];
    const turn = (ruleId: string, isEnabled: unknown, as = token): Promise<Reply> =>
      fixture.ask(`PATCH /v1/secret-rules/${ruleId}`, { as, body: { isEnabled } });

    it('lists by id, all turned on at first', async () => {
      const items = await list();
      expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort());
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(items.every(({ isEnabled }) => isEnabled)).toBe(true);
    });

    it('turns off and on only for the tenant, within a second and on every gateway', async () => {
      const second = await startGateway({ connection: database.connection });
      const { token: theirs } = await fixture.register();
      const { key: theirKey } = await fixture.newKey(theirs);
      expect(await storedText(TOKEN, key, second)).toMatch(PLACEHOLDER);

      const off = await turn('github', false);
      expect([off.status, off.data]).toEqual([200, expect.objectContaining({ id: 'github', isEnabled: false })]);
      expect(await storedText(TOKEN)).toBe(TOKEN);
      await eventually(async () => (await storedText(TOKEN, key, second)) === TOKEN);
      expect(await storedText(TOKEN, theirKey)).toMatch(PLACEHOLDER);
      expect((await list()).filter(({ isEnabled }) => !isEnabled).map(({ id }) => id)).toEqual(['github']);
      expect((await list(theirs)).every(({ isEnabled }) => isEnabled)).toBe(true);

      expect((await turn('github', true)).data).toMatchObject({ isEnabled: true });
      expect(await storedText(TOKEN)).toMatch(PLACEHOLDER);
      await eventually(async () => PLACEHOLDER.test(String(await storedText(TOKEN, key, second))));
      await second.close();
    });

    it('turns off without counting their secrets', async () => {
      await turn('github', false);
      await capture({ payload: { content: `${TOKEN} password="a1b2c3d4e5"` } });
      await turn('github', true);
      expect(storedBy(fixture)).toMatchObject([{ secretsReplaced: 1 }]);
    });

    it('changes with an entry in the audit log, unless nothing changes', async () => {
      await turn('npm', false);
      await turn('npm', false);
      const { meta } = await turn('npm', true);
      const audited = await eventually(() => {
        const ofRule = fixture.services.audited.filter(({ report }) => report.entries[0]?.resourceId === 'npm');
        return ofRule.length >= 2 && ofRule;
      });
      const entries = audited.flatMap(({ report }) => report.entries);
      const change = { action: 'secret_rule.update', resourceId: 'npm', outcome: 'success' };
      expect(entries).toEqual([
        expect.objectContaining({ ...change, changes: { before: { isEnabled: true }, after: { isEnabled: false } } }),
        expect.objectContaining({ ...change, changes: { before: { isEnabled: false }, after: { isEnabled: true } } }),
      ]);
      expect(audited[1]).toMatchObject({
        report: { organizationId: null, place: null },
        context: { requestId: meta.requestId, scope: { tenantId } },
      });
    });

    it('cannot change if they are unknown or fixed', async () => {
      const unknown = await turn('nothing', false);
      expect([unknown.status, unknown.error.code]).toEqual([404, 'not_found']);
      const fixed = (await list()).find(({ id }) => id.startsWith('strata'))?.id ?? '';
      const { status, error } = await turn(fixed, false);
      expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'validation_error', 'isEnabled']);
      expect((await turn(fixed, true)).status).toBe(200);
    });

    it('changes with a token and a valid body', async () => {
      for (const what of ['GET /v1/secret-rules', 'PATCH /v1/secret-rules/github']) {
        const { status } = await fixture.ask(what, { as: key, body: what.startsWith('P') ? {} : undefined });
        expect(status).toBe(403);
      }
      const { status, error } = await turn('github', 'no');
      expect([status, error.details?.[0]?.field]).toEqual([400, 'isEnabled']);
    });
  });

  it('is counted by kind', async () => {
    await capture({ payload: { content: `${TOKEN} ${OTHER}` } });
    expect(await fixture.metrics()).toMatch(/^strata_secrets_replaced_total\{kind="github",service="gateway"\} [1-9]/m);
  });

  it('is kept if scrubbing is turned off for the deployment', async () => {
    const leaving = await startGateway({ connection: database.connection, env: { SCRUB_SECRETS: 'false' } });
    expect(await storedText(TOKEN, key, leaving)).toBe(TOKEN);
    expect(storedBy(leaving)).toMatchObject([{ secretsReplaced: 0 }]);
    await leaving.close();
  });
});
