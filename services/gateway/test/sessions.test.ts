import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findPasswordReset, readRoles } from '@strata/contracts/calls/organizations';
import { validationError } from '@strata/kernel/errors';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { randomUUID } from 'node:crypto';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { IdentityProvider } from './identity-provider/identity-provider.ts';

const NEW_PASSWORD = 'blue ferry at low tide';

type Owner = Awaited<ReturnType<GatewayFixture['register']>>;

describeOnDatabase('A session', (backend) => {
  let database: TestDatabase;
  let provider: IdentityProvider;
  let fixture: GatewayFixture;
  /** Another gateway, which gets no announcements: as while the broker is down. */
  let distant: GatewayFixture;
  let owner: Owner;

  beforeAll(async () => {
    [database, provider] = await Promise.all([backend.start(), IdentityProvider.start()]);
    const env = { JWT_ISSUERS: JSON.stringify([provider.settings()]), TRUSTED_PROXIES: '1' };
    fixture = await startGateway({ connection: database.connection, env });
    distant = await startGateway({ connection: database.connection, env });
    for (const { bus } of [fixture, distant]) await bus.serve(readRoles, async () => ({ roles: [] }));
    await fixture.bus.serve(findPasswordReset, async () => {
      throw validationError('token is not a valid reset token', []);
    });
  });
  afterAll(async () => {
    await distant.close();
    await fixture.close();
    await provider.kill();
    await database.close();
  });
  beforeEach(async () => {
    owner = await fixture.register();
    fixture.services.audited.length = 0;
  });

  const statusOf = async (as: string, at = fixture): Promise<number> =>
    (await at.ask('GET /v1/usage-metrics', { as })).status;
  const logOut = (as: string, at = fixture): Promise<Reply> => at.ask('POST /v1/auth/logout', { as });
  const logIn = (password = owner.password, at = fixture): Promise<Reply> =>
    at.ask('POST /v1/auth/login', { body: { email: owner.email, password } });
  const change = (as: string, body: object): Promise<Reply> => fixture.ask('POST /v1/auth/password', { as, body });
  const changing = (more: object = {}) => ({ currentPassword: owner.password, newPassword: NEW_PASSWORD, ...more });
  const audited = () =>
    fixture.services.audited.map(({ report: { entries }, context }) => [context.actor.id, entries[0]]);

  describe('ends by a logout', () => {
    it('on every gateway, together with the user’s other sessions, and is audited', async () => {
      const { data } = await logIn();
      const tokens = [owner.token, String(data['token'])];
      for (const token of tokens) expect([await statusOf(token), await statusOf(token, distant)]).toEqual([200, 200]);
      const { status, data: ended } = await logOut(owner.token);
      expect([status, ended]).toEqual([200, { id: owner.userId, loggedOutAt: expect.any(String) }]);
      for (const token of tokens) {
        expect(await statusOf(token)).toBe(401);
        await eventually(async () => (await statusOf(token, distant)) === 401);
      }
      await eventually(() => Promise.resolve(audited().length > 0));
      expect(audited()).toMatchObject([
        [owner.userId, { action: 'account.log_out', resourceId: owner.userId, outcome: 'success' }],
      ]);
    });

    it('and not the next one, even on a gateway that has not heard of the logout', async () => {
      expect(await statusOf(owner.token, distant)).toBe(200);
      await logOut(owner.token);
      const { data } = await logIn();
      expect(await statusOf(String(data['token']), distant)).toBe(200);
      expect(await statusOf(owner.token, distant)).toBe(401);
    });

    it('and leaves API keys and other users alone', async () => {
      const other = await fixture.register();
      const { key } = await fixture.newKey(owner.token);
      await logOut(owner.token);
      expect(await statusOf(key)).toBe(200);
      expect(await statusOf(other.token)).toBe(200);
    });

    it('also for a user of an external issuer, whose later tokens work', async () => {
      const name = `user-${randomUUID()}`;
      await provider.addUser(name, { tenant: owner.tenantId });
      const token = await provider.logIn(name);
      expect([await statusOf(token), await statusOf(token, distant)]).toEqual([200, 200]);
      expect((await logOut(token)).status).toBe(200);
      expect(await statusOf(token)).toBe(401);
      await eventually(async () => (await statusOf(token, distant)) === 401);
      await eventually(async () => (await statusOf(await provider.logIn(name))) === 200);
    });
  });

  it('is not opened by guessed reset tokens, which count as failed logins from their address', async () => {
    const guess = (n: number): Promise<Reply> =>
      fixture.ask('POST /v1/auth/password-reset', {
        headers: { 'X-Forwarded-For': '198.51.100.77' },
        body: { token: `strata_rst_${String(n)}`, newPassword: NEW_PASSWORD },
      });
    const guesses = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n)));
    const answers = guesses.map(({ status, error }) => [status, error.details?.[0]?.field].join(' '));
    expect(new Set(answers)).toEqual(new Set(['400 token']));
    expect((await guess(100)).status).toBe(429);
  });

  describe('ends by a change of the password', () => {
    it('which returns the only one that works, and is audited', async () => {
      const { status, data } = await change(owner.token, changing());
      expect(status).toBe(200);
      expect(data).toMatchObject({ user: { id: owner.userId }, tenant: { id: owner.tenantId }, tokenType: 'Bearer' });
      expect(await statusOf(String(data['token']), distant)).toBe(200);
      expect(await statusOf(owner.token)).toBe(401);
      expect([(await logIn()).status, (await logIn(NEW_PASSWORD)).status]).toEqual([401, 200]);
      await eventually(() => Promise.resolve(audited().length > 0));
      expect(audited()).toMatchObject([
        [owner.userId, { action: 'account.change_password', resourceId: owner.userId, changes: null }],
      ]);
      expect(JSON.stringify(fixture.services.audited)).not.toMatch(/p1\.|ferry/);
    });

    it('but not by one with a wrong current password, which is a denial', async () => {
      const { status, error } = await change(owner.token, changing({ currentPassword: 'not the password' }));
      expect([status, error.code]).toEqual([403, 'forbidden']);
      expect(await statusOf(owner.token)).toBe(200);
      expect(audited()).toMatchObject([[owner.userId, { action: 'account.change_password', outcome: 'denied' }]]);
    });

    it.each([
      [{ newPassword: 'Password2026!' }, 'newPassword'],
      [{ newPassword: 'too short' }, 'newPassword'],
      [{ newPassword: 'a long enough password' }, 'newPassword'],
      [{ currentPassword: '' }, 'currentPassword'],
    ])('but not by an invalid one: %j', async (more, field) => {
      const { status, error } = await change(owner.token, changing(more));
      expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'validation_error', field]);
      expect(await statusOf(owner.token)).toBe(200);
    });

    it('and wrong current passwords count as failed logins', async () => {
      const from = { 'X-Forwarded-For': '198.51.100.44' };
      const attempt = (currentPassword: string) =>
        fixture.ask('POST /v1/auth/password', { as: owner.token, headers: from, body: changing({ currentPassword }) });
      const guesses = await Promise.all(Array.from({ length: 10 }, (_, n) => attempt(`wrong guess ${String(n)}`)));
      expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([403]));
      expect((await attempt(owner.password)).status).toBe(429);
      const login = { email: owner.email, password: owner.password };
      expect((await fixture.ask('POST /v1/auth/login', { headers: from, body: login })).status).toBe(429);
    });

    it('of which one of two simultaneous ones succeeds', async () => {
      const replies = await Promise.all(
        [1, 2].map((n) => change(owner.token, changing({ newPassword: `${NEW_PASSWORD} ${String(n)}` }))),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    });

    it('but not for a user of an external issuer, who has none', async () => {
      const name = `user-${randomUUID()}`;
      await provider.addUser(name, { tenant: owner.tenantId });
      const { status, error } = await change(await provider.logIn(name), changing());
      expect([status, error.code]).toEqual([409, 'conflict']);
    });
  });
});
