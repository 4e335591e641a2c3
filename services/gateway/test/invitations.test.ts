import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readUser } from '@strata/contracts/calls/gateway';
import { rolesChanged } from '@strata/contracts/calls/organizations';
import { systemContext } from '@strata/kernel/actor';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import jwt from 'jsonwebtoken';
import { Client } from 'pg';
import { SIGNING_KEY, startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { InvitationsFixture, type OpenInvitation } from './invitations-fixture.ts';

const password = 'correct horse battery';
const subjectOf = (token: string): string => (jwt.decode(token) as { sub: string }).sub;
const idOf = ({ data }: Pick<Reply, 'data'>, part: 'user' | 'tenant'): string => (data[part] as { id: string }).id;

describeOnDatabase('An invitation', (backend) => {
  const bus = createInProcessBus();
  const invitations = new InvitationsFixture();
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let inviter: { token: string; tenantId: string };

  beforeAll(async () => {
    database = await backend.start();
    await invitations.serve(bus);
    fixture = await startGateway({
      connection: database.connection,
      bus,
      withoutServices: true,
      env: { DEFAULT_PLAN: 'pro' },
    });
    inviter = await fixture.register();
  });
  afterAll(async () => {
    await fixture.close();
    await bus.close();
    await database.close();
  });

  let issued = 0;
  const invite = (more: Partial<OpenInvitation> = {}): { token: string; invitation: OpenInvitation } => {
    issued += 1;
    const token = `strata_inv_${'x'.repeat(40)}${issued}`;
    const email = `invitee${issued}@example.com`;
    const invitation: OpenInvitation = { email, tenantId: inviter.tenantId, role: 'developer', ...more };
    invitations.invitations.set(token, invitation);
    return { token, invitation };
  };
  const register = (body: object, at = fixture): Promise<Reply> =>
    at.ask('POST /v1/auth/register', { body: { password, ...body } });
  const logIn = (body: object): Promise<Reply> => fixture.ask('POST /v1/auth/login', { body: { password, ...body } });
  const accept = (as: string, token: string): Promise<Reply> =>
    fixture.ask('POST /v1/invitations/accept', { as, body: { token } });
  const rejectionOf = ({ status, error }: Reply): unknown[] => [status, error.code, error.details?.[0]?.field];

  describe('redeemed at registration', () => {
    it('creates a user in the inviting tenant, without a tenant of their own', async () => {
      const { token, invitation } = invite();
      const email = ` ${invitation.email.toUpperCase()} `;
      const reply = await register({ email, name: 'Ada', invitationToken: token });
      expect(reply.status).toBe(201);
      expect(reply.data).toMatchObject({
        user: { id: invitation.userId, email: invitation.email, name: 'Ada' },
        tenant: { id: inviter.tenantId, plan: 'pro' },
        tokenType: 'Bearer',
      });
      const ip = expect.stringMatching(/127\.0\.0\.1$/);
      expect(invitations.claims.at(-1)).toMatchObject({
        name: 'Ada',
        context: { requestId: reply.meta.requestId, ip },
      });
      expect((await fixture.ask('GET /v1/api-keys', { as: String(reply.data['token']) })).status).toBe(200);
      expect((await logIn({ email: invitation.email })).data).toMatchObject({ tenant: { id: inviter.tenantId } });
      const memberships = await rowsOf('select tenant_id, is_owner from gateway.memberships where user_id = $1', [
        invitation.userId,
      ]);
      expect(memberships).toEqual([{ tenant_id: inviter.tenantId, is_owner: false }]);
    });

    it('cannot be combined with a tenant name', async () => {
      const { token, invitation } = invite();
      const body = { email: invitation.email, tenantName: 'Mine', invitationToken: token };
      expect(rejectionOf(await register(body))).toEqual([400, 'validation_error', 'tenantName']);
      expect(invitation.userId).toBeUndefined();
    });

    it('is not redeemed if the address has an account', async () => {
      const { email } = await fixture.register();
      const { token, invitation } = invite({ email });
      expect(rejectionOf(await register({ email, invitationToken: token }))).toEqual([409, 'conflict', undefined]);
      expect(invitation.userId).toBeUndefined();
    });

    it('is rejected with the name of its field if it is not valid, and creates nothing', async () => {
      const { token } = invite();
      const email = 'another.person@example.com';
      for (const invitationToken of [token, 'made-up'])
        expect(rejectionOf(await register({ email, invitationToken }))).toEqual([
          ...[400, 'validation_error', 'invitationToken'],
        ]);
      expect((await logIn({ email })).status).toBe(401);
      expect((await register({ email })).status).toBe(201);
    });

    it('is completed by a retry of the registration after a failure in between', async () => {
      const { token, invitation } = invite();
      const body = { email: invitation.email, invitationToken: token };
      invitations.losesNextResponse = true;
      expect((await register(body)).status).toBe(503);
      const claimed = invitation.userId;
      expect(claimed).toBeDefined();
      const reply = await register(body);
      expect([reply.status, idOf(reply, 'user'), idOf(reply, 'tenant')]).toEqual([201, claimed, inviter.tenantId]);
    });

    it('creates one account from two simultaneous registrations', async () => {
      const { token, invitation } = invite();
      const body = { email: invitation.email, invitationToken: token };
      const replies = await Promise.all([register(body), register(body)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect((await logIn({ email: invitation.email })).status).toBe(200);
    });

    it('needs the organization service, unlike a registration without one', async () => {
      const isolated = await startGateway({ connection: database.connection, withoutServices: true });
      const body = { email: 'patient@example.com' };
      const { status, error } = await register({ ...body, invitationToken: invite().token }, isolated);
      expect([status, error.code]).toEqual([503, 'unavailable']);
      expect((await logIn(body)).status).toBe(401);
      expect((await register(body, isolated)).status).toBe(201);
      await isolated.close();
    });
  });

  describe('accepted with an account', () => {
    it('admits the user to the inviting tenant, in which they can log in', async () => {
      const owner = await fixture.register();
      const { token, invitation } = invite({ email: owner.email, role: 'viewer' });
      const reply = await accept(owner.token, token);
      const { tenantId } = inviter;
      expect([reply.status, reply.data]).toEqual([
        200,
        {
          tenant: { id: tenantId, name: expect.any(String), plan: 'pro' },
          organizationId: `org_of_${tenantId}`,
          role: 'viewer',
        },
      ]);
      const { context } = invitations.claims.at(-1) ?? {};
      expect(context?.actor).toMatchObject({ type: 'user', id: invitation.userId });
      expect(context?.ip).toMatch(/127\.0\.0\.1$/);
      expect((await accept(owner.token, token)).data).toEqual(reply.data);
      const { email } = owner;
      expect((await logIn({ email, password: owner.password, tenantId })).data).toMatchObject({
        user: { id: invitation.userId },
        tenant: { id: tenantId },
      });
      const own = await logIn({ email, password: owner.password });
      expect(idOf(own, 'tenant')).toBe(owner.tenantId);
    });

    it('is rejected with the name of its field if it was sent to another address, and admits no user', async () => {
      const { email, token: as } = await fixture.register();
      for (const token of [invite().token, 'made-up'])
        expect(rejectionOf(await accept(as, token))).toEqual([400, 'validation_error', 'token']);
      const { tenantId } = inviter;
      expect((await logIn({ email, password: 'a long enough password', tenantId })).status).toBe(401);
    });

    it('is taken over from a registration that was never completed', async () => {
      const { email, token: as } = await fixture.register();
      const { token, invitation } = invite({ email, userId: 'usr_never_made' });
      expect((await accept(as, token)).status).toBe(200);
      expect(invitation.userId).toBe(subjectOf(as));
    });

    it('is not taken over from another account', async () => {
      const { token, invitation } = invite();
      await register({ email: invitation.email, invitationToken: token });
      const taken = invitation.userId;
      const as = await externalUser(invitation.email);
      expect(rejectionOf(await accept(as, token))).toEqual([400, 'validation_error', 'token']);
      expect(invitation.userId).toBe(taken);
    });

    it('needs an account with an e-mail address', async () => {
      const as = await externalUser(null);
      const reply = await accept(as, invite().token);
      expect(rejectionOf(reply)).toEqual([400, 'validation_error', 'token']);
      expect(reply.error.message).toContain('e-mail address');
    });
  });

  it('gives a role, without which a token is not valid in the tenant', async () => {
    const { token, invitation } = invite();
    const { data } = await register({ email: invitation.email, invitationToken: token });
    const read = async (): Promise<number> =>
      (await fixture.ask('GET /v1/api-keys', { as: String(data['token']) })).status;
    expect(await read()).toBe(200);
    invitations.invitations.delete(token);
    const context = systemContext({ tenantId: inviter.tenantId, environment: 'live' }, 'req_test');
    await bus.announce(rolesChanged, { userId: idOf({ data }, 'user') }, context);
    expect(await read()).toBe(401);
    expect((await fixture.ask('GET /v1/api-keys', { as: inviter.token })).status).toBe(200);
  });

  it('to a tenant from which the user was removed no longer opens it for login', async () => {
    const { email, tenantId, token: own } = await fixture.register();
    const { token } = invite({ email });
    expect((await accept(own, token)).status).toBe(200);
    invitations.invitations.delete(token);
    expect((await logIn({ email, password: 'a long enough password' })).data).toMatchObject({
      tenant: { id: tenantId },
    });
    const asked = await logIn({ email, password: 'a long enough password', tenantId: inviter.tenantId });
    expect([asked.status, asked.error.code]).toEqual([401, 'unauthorized']);
  });

  it('can be sent again to a user who was removed from every tenant and got one of their own', async () => {
    const { token, invitation } = invite();
    await register({ email: invitation.email, invitationToken: token });
    invitations.invitations.delete(token);
    const [first, second] = await Promise.all([logIn({ email: invitation.email }), logIn({ email: invitation.email })]);
    expect([first.status, second.status, idOf(first, 'tenant')]).toEqual([200, 200, idOf(second, 'tenant')]);
    expect(idOf(first, 'tenant')).not.toBe(inviter.tenantId);
    const own = String(first.data['token']);
    expect((await fixture.ask('GET /v1/api-keys', { as: own })).status).toBe(200);
    const again = invite({ email: invitation.email });
    expect((await accept(own, again.token)).status).toBe(200);
    expect((await logIn({ email: invitation.email, tenantId: inviter.tenantId })).status).toBe(200);
  });

  it('does not appear in the log', async () => {
    const { token, invitation } = invite();
    await register({ email: invitation.email, invitationToken: token });
    await register({ email: 'x@example.com', invitationToken: `${token}y` });
    await accept(inviter.token, token);
    expect(fixture.log.text()).not.toContain(token.slice(-40));
  });

  it('lets the inviting service read a user of the tenant by id, but not of another', async () => {
    const other = await fixture.register();
    const read = (tenantId: string) =>
      bus.call(
        readUser,
        { userId: subjectOf(other.token) },
        systemContext({ tenantId, environment: 'live' }, 'req_test'),
      );
    expect(await read(other.tenantId)).toEqual({ id: expect.any(String), email: other.email, name: null });
    await expect(read(inviter.tenantId)).rejects.toMatchObject({ code: 'not_found' });
  });

  /** A token of the gateway for a user of an external issuer, with a role in the inviter's tenant. */
  async function externalUser(email: string | null): Promise<string> {
    issued += 1;
    const id = `usr_external${issued}`;
    invite({ userId: id });
    const values = [id, email, inviter.tenantId];
    await rowsOf(
      `with made as (
         insert into gateway.users (id, email, issuer, subject, created_at) values ($1, $2, 'https://id.test', $1, now()))
       insert into gateway.memberships (tenant_id, user_id, is_owner, created_at) values ($3, $1, false, now())`,
      values,
    );
    const { header, payload } = jwt.decode(inviter.token, { complete: true }) ?? {};
    return jwt.sign({ ...(payload as object), sub: id }, SIGNING_KEY, { algorithm: 'ES256', keyid: header?.kid });
  }

  async function rowsOf(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: database.connection.connectionString });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }
});
