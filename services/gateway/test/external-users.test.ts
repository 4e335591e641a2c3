import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readRoles, rolesChanged } from '@strata/contracts/calls/organizations';
import type { Role } from '@strata/contracts/schemas/organization';
import { systemContext } from '@strata/kernel/actor';
import { derivedId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { IdentityProvider } from './identity-provider/identity-provider.ts';

describeOnDatabase('Users of an external issuer', (backend) => {
  let database: TestDatabase;
  let provider: IdentityProvider;
  let fixture: GatewayFixture;
  let second: GatewayFixture;
  let owner: Awaited<ReturnType<GatewayFixture['register']>>;
  const roles = new Map<string, Role[]>();
  let askedForRoles = 0;

  beforeAll(async () => {
    [database, provider] = await Promise.all([backend.start(), IdentityProvider.start()]);
    const env = { JWT_ISSUERS: JSON.stringify([provider.settings()]) };
    fixture = await startGateway({ connection: database.connection, env });
    second = await startGateway({ connection: database.connection, env, bus: fixture.bus, withoutServices: true });
    await fixture.bus.serve(readRoles, async ({ userId }) => {
      askedForRoles += 1;
      return { roles: roles.get(userId) ?? [] };
    });
  });
  afterAll(async () => {
    await second.close();
    await fixture.close();
    await provider.kill();
    await database.close();
  });
  beforeEach(async () => {
    owner = await fixture.register();
  });

  const idOf = (name: string): string => derivedId('usr', 'external', provider.issuer, name);
  /** Somebody whom the provider knows, with a token of theirs. */
  const newcomer = async (claims: object = {}): Promise<{ name: string; id: string; token: string }> => {
    const name = `user-${randomUUID()}`;
    await provider.addUser(name, { tenant: owner.tenantId, ...claims });
    return { name, id: idOf(name), token: await provider.logIn(name) };
  };
  const read = (as: string, at = fixture): Promise<Reply> => at.ask('GET /v1/usage-metrics', { as });
  const capture = (as: string): Promise<Reply> =>
    fixture.ask('POST /v1/capture', { as, body: { type: 'message', sessionId: 's1', payload: { content: 'hello' } } });

  it('are let in by a token of their provider, on core endpoints and where a user is needed', async () => {
    const { id, token } = await newcomer();
    const answer = await read(token);
    expect([answer.status, answer.meta.tenantId]).toEqual([200, owner.tenantId]);
    expect((await capture(token)).status).toBe(202);
    expect(fixture.services.stored.at(-1)?.context).toMatchObject({
      scope: { tenantId: owner.tenantId, environment: 'live' },
      actor: { type: 'user', id, scopes: ['read', 'write', 'admin'] },
    });
    const { key } = await fixture.newKey(token);
    expect((await read(key)).meta.tenantId).toBe(owner.tenantId);
  });

  it('are made once, however many requests and gateways see them first', async () => {
    const { name, id, token } = await newcomer({ email: 'Grace@Example.com', name: 'Grace' });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => read(token, n % 2 ? fixture : second)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const user = { id, issuer: provider.issuer, subject: name, email: 'grace@example.com', name: 'Grace' };
    expect(await rowsOf('select * from gateway.users where subject = $1', [name])).toMatchObject([
      { ...user, password_hash: null },
    ]);
    expect(await rowsOf('select * from gateway.memberships where user_id = $1', [id])).toMatchObject([
      { tenant_id: owner.tenantId, is_owner: false },
    ]);
  });

  it('are one user in every tenant that their provider names for them', async () => {
    const { name, id, token } = await newcomer();
    await read(token);
    const other = await fixture.register();
    const elsewhere = await read(provider.sign({ sub: name, tenant: other.tenantId }));
    expect([elsewhere.status, elsewhere.meta.tenantId]).toEqual([200, other.tenantId]);
    expect(await rowsOf('select id from gateway.users where subject = $1', [name])).toEqual([{ id }]);
    expect(await rowsOf('select 1 as one from gateway.memberships where user_id = $1', [id])).toHaveLength(2);
  });

  it('are never taken for a local account with the same e-mail address', async () => {
    const { name, id, token } = await newcomer({ email: owner.email });
    expect((await read(token)).status).toBe(200);
    expect(await rowsOf('select email from gateway.users where subject = $1', [name])).toEqual([{ email: null }]);
    expect(await rowsOf('select is_owner from gateway.memberships where user_id = $1', [id])).toEqual([
      { is_owner: false },
    ]);
    const logIn = await fixture.ask('POST /v1/auth/login', { body: { email: owner.email, password: owner.password } });
    expect(logIn.data['user']).toMatchObject({ email: owner.email });
    expect((logIn.data['user'] as { id: string }).id).not.toBe(id);
  });

  it('keep no e-mail address from whoever registers with it, and cannot log in with it', async () => {
    const email = `${randomUUID()}@example.com`;
    await read((await newcomer({ email })).token);
    const body = { email, password: 'a long enough password' };
    expect((await fixture.ask('POST /v1/auth/login', { body })).status).toBe(401);
    expect((await fixture.ask('POST /v1/auth/register', { body })).status).toBe(201);
    expect((await fixture.ask('POST /v1/auth/login', { body })).status).toBe(200);
  });

  it.each([
    ['an address that the provider does not vouch for', { email: 'x@example.com', email_verified: false }],
    ['an address that is none', { email: 'nobody' }],
    ['an address that is no text', { email: ['x@example.com'] }],
  ])('are let in without %s', async (_, claims) => {
    const { name, token } = await newcomer(claims);
    expect((await read(token)).status).toBe(200);
    expect(await rowsOf('select email from gateway.users where subject = $1', [name])).toEqual([{ email: null }]);
  });

  it.each<[string, object]>([
    ['a tenant that does not exist', { tenant: 'ten_nobody' }],
    ['no tenant', { tenant: undefined }],
    ['a tenant that is no text', { tenant: ['ten_a'] }],
    ['a tenant that is no id', { tenant: "x' or 1=1" }],
    ['an empty tenant', { tenant: '' }],
  ])('are refused with %s', async (_, claims) => {
    const refused = await read(provider.sign({ sub: 'stranger', ...claims }));
    expect([refused.status, refused.error]).toEqual([401, (await read('let-me-in')).error]);
    expect(await rowsOf(`select id from gateway.users where subject = 'stranger'`)).toEqual([]);
  });

  it.each<[Role[], number]>([
    [[], 202],
    [['viewer'], 403],
    [['analyst', 'viewer'], 403],
    [['viewer', 'developer'], 202],
    [['owner'], 202],
  ])('with the roles %j may read, and write with status %d', async (given, status) => {
    const { id, token } = await newcomer();
    roles.set(id, given);
    expect((await read(token)).status).toBe(200);
    expect((await capture(token)).status).toBe(status);
  });

  it('feel a change of their roles with the next request', async () => {
    const { id, token } = await newcomer();
    expect((await capture(token)).status).toBe(202);
    const context = systemContext({ tenantId: owner.tenantId, environment: 'live' }, 'req_test');
    for (const [given, status] of [
      [['viewer'], 403],
      [['developer'], 202],
    ] as const) {
      roles.set(id, [...given]);
      await fixture.bus.announce(rolesChanged, { userId: id }, context);
      expect((await capture(token)).status).toBe(status);
    }
  });

  it('are refused once they were removed, and their provider cannot bring them back', async () => {
    const { id, token } = await newcomer();
    expect((await read(token)).status).toBe(200);
    await rowsOf('delete from gateway.memberships where user_id = $1', [id]);
    await eventually(async () => (await read(token)).status === 401);
    expect((await read(token, second)).status).toBe(401);
  });

  describe('own users', () => {
    it('have every scope in a tenant of theirs, and nobody is asked about it', async () => {
      const before = askedForRoles;
      expect((await capture(owner.token)).status).toBe(202);
      expect(fixture.services.stored.at(-1)?.context.actor.scopes).toEqual(['read', 'write', 'admin']);
      expect(askedForRoles).toBe(before);
    });

    it('are refused once they were removed, though their token lives on', async () => {
      expect((await read(owner.token)).status).toBe(200);
      await rowsOf('delete from gateway.memberships where tenant_id = $1', [owner.tenantId]);
      await eventually(async () => (await read(owner.token)).status === 401);
    });
  });

  it('are told 503 while nobody can say what they may do; an owner is not', async () => {
    const alone = await startGateway({
      connection: database.connection,
      env: { JWT_ISSUERS: JSON.stringify([provider.settings()]) },
    });
    const { token } = await newcomer();
    const { status, error } = await read(token, alone);
    expect([status, error.code]).toEqual([503, 'unavailable']);
    expect((await read(owner.token, alone)).status).toBe(200);
    await alone.close();
  });

  it('of an issuer that may speak for some tenants alone come into no other', async () => {
    const other = await fixture.register();
    const env = { JWT_ISSUERS: JSON.stringify([provider.settings({ tenantIds: [other.tenantId] })]) };
    const strict = await startGateway({
      connection: database.connection,
      env,
      bus: fixture.bus,
      withoutServices: true,
    });
    const refused = await read(provider.sign({ tenant: owner.tenantId }), strict);
    expect([refused.status, refused.error]).toEqual([401, (await read('let-me-in')).error]);
    expect((await read(provider.sign({ tenant: other.tenantId }), strict)).status).toBe(200);
    await strict.close();
  });

  it('shows a tenant its own admissions alone', async () => {
    await read((await newcomer()).token);
    const mine = owner.tenantId;
    owner = await fixture.register();
    await read((await newcomer()).token);
    expect(await rowsOf('select distinct tenant_id from gateway.admissions', [], mine)).toEqual([{ tenant_id: mine }]);
    expect(await rowsOf('select tenant_id from gateway.admissions', [], '')).toEqual([]);
  });

  /** As the owner of the tables, or bound by row-level security to one tenant. */
  async function rowsOf(sql: string, values: unknown[] = [], tenantId?: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: database.connection.connectionString });
    await client.connect();
    try {
      if (tenantId !== undefined) {
        await client.query('begin');
        await client.query('set local role strata_gateway');
        await client.query(`select set_config('strata.tenant_id', $1, true)`, [tenantId]);
      }
      return (await client.query<Record<string, unknown>>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }
});
