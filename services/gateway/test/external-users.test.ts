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

describeOnDatabase('A user of an external issuer', (backend) => {
  let database: TestDatabase;
  let provider: IdentityProvider;
  let fixture: GatewayFixture;
  let second: GatewayFixture;
  let owner: Awaited<ReturnType<GatewayFixture['register']>>;
  const roles = new Map<string, Role[]>();
  let roleReads = 0;

  beforeAll(async () => {
    [database, provider] = await Promise.all([backend.start(), IdentityProvider.start()]);
    const env = { JWT_ISSUERS: JSON.stringify([provider.settings()]) };
    fixture = await startGateway({ connection: database.connection, env });
    second = await startGateway({ connection: database.connection, env, bus: fixture.bus, withoutServices: true });
    await fixture.bus.serve(readRoles, async ({ userId }) => {
      roleReads += 1;
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
  /** A new user of the provider, with a token. */
  const newUser = async (claims: object = {}): Promise<{ name: string; id: string; token: string }> => {
    const name = `user-${randomUUID()}`;
    await provider.addUser(name, { tenant: owner.tenantId, ...claims });
    return { name, id: idOf(name), token: await provider.logIn(name) };
  };
  const read = (as: string, at = fixture): Promise<Reply> => at.ask('GET /v1/usage-metrics', { as });
  const capture = (as: string): Promise<Reply> =>
    fixture.ask('POST /v1/capture', { as, body: { type: 'message', sessionId: 's1', payload: { content: 'hello' } } });

  it('is admitted by a token of the provider, also to operations that need a user', async () => {
    const { id, token } = await newUser();
    const reply = await read(token);
    expect([reply.status, reply.meta.tenantId]).toEqual([200, owner.tenantId]);
    expect((await capture(token)).status).toBe(202);
    expect(fixture.services.stored.at(-1)?.context).toMatchObject({
      scope: { tenantId: owner.tenantId, environment: 'live' },
      actor: { type: 'user', id, scopes: ['read', 'write', 'admin'] },
    });
    const { key } = await fixture.newKey(token);
    expect((await read(key)).meta.tenantId).toBe(owner.tenantId);
  });

  it('creates no service key unless they are an owner or admin of the tenant', async () => {
    const { id, token } = await newUser();
    const create = () =>
      fixture.ask('POST /v1/api-keys', { as: token, body: { name: 'x', scopes: ['read'], owner: 'tenant' } });
    const { status, error } = await create();
    expect([status, error.message]).toEqual([403, 'Only owners and admins of the tenant create service keys']);
    roles.set(id, ['admin']);
    await fixture.bus.announce(
      rolesChanged,
      { userId: id },
      systemContext({ tenantId: owner.tenantId, environment: 'live' }, 'req_1'),
    );
    expect((await create()).data).toMatchObject({ owner: 'tenant', createdBy: id });
  });

  it('is created once, even by parallel first requests to several gateways', async () => {
    const { name, id, token } = await newUser({ email: 'Grace@Example.com', name: 'Grace' });
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

  it('is the same user in every tenant that the provider names', async () => {
    const { name, id, token } = await newUser();
    await read(token);
    const other = await fixture.register();
    const elsewhere = await read(provider.sign({ sub: name, tenant: other.tenantId }));
    expect([elsewhere.status, elsewhere.meta.tenantId]).toEqual([200, other.tenantId]);
    expect(await rowsOf('select id from gateway.users where subject = $1', [name])).toEqual([{ id }]);
    expect(await rowsOf('select 1 as one from gateway.memberships where user_id = $1', [id])).toHaveLength(2);
  });

  it('is never taken for a local account with the same e-mail address', async () => {
    const { name, id, token } = await newUser({ email: owner.email });
    expect((await read(token)).status).toBe(200);
    expect(await rowsOf('select email from gateway.users where subject = $1', [name])).toEqual([{ email: null }]);
    expect(await rowsOf('select is_owner from gateway.memberships where user_id = $1', [id])).toEqual([
      { is_owner: false },
    ]);
    const logIn = await fixture.ask('POST /v1/auth/login', { body: { email: owner.email, password: owner.password } });
    expect(logIn.data['user']).toMatchObject({ email: owner.email });
    expect((logIn.data['user'] as { id: string }).id).not.toBe(id);
  });

  it('does not keep others from registering the same e-mail address, and cannot log in with it', async () => {
    const email = `${randomUUID()}@example.com`;
    await read((await newUser({ email })).token);
    const body = { email, password: 'a long enough password' };
    expect((await fixture.ask('POST /v1/auth/login', { body })).status).toBe(401);
    expect((await fixture.ask('POST /v1/auth/register', { body })).status).toBe(201);
    expect((await fixture.ask('POST /v1/auth/login', { body })).status).toBe(200);
  });

  it.each([
    ['an address that the provider has not verified', { email: 'x@example.com', email_verified: false }],
    ['an invalid address', { email: 'no-address' }],
    ['an address that is not a string', { email: ['x@example.com'] }],
  ])('is admitted without %s', async (_, claims) => {
    const { name, token } = await newUser(claims);
    expect((await read(token)).status).toBe(200);
    expect(await rowsOf('select email from gateway.users where subject = $1', [name])).toEqual([{ email: null }]);
  });

  it.each<[string, object]>([
    ['a tenant that does not exist', { tenant: 'ten_unknown' }],
    ['no tenant', { tenant: undefined }],
    ['a tenant that is not a string', { tenant: ['ten_a'] }],
    ['a tenant that is not an id', { tenant: "x' or 1=1" }],
    ['an empty tenant', { tenant: '' }],
  ])('is rejected with %s', async (_, claims) => {
    const rejected = await read(provider.sign({ sub: 'stranger', ...claims }));
    expect([rejected.status, rejected.error]).toEqual([401, (await read('let-me-in')).error]);
    expect(await rowsOf(`select id from gateway.users where subject = 'stranger'`)).toEqual([]);
  });

  it.each<[Role[], number]>([
    [[], 202],
    [['viewer'], 403],
    [['analyst', 'viewer'], 403],
    [['viewer', 'developer'], 202],
    [['owner'], 202],
  ])('with the roles %j may read, and write with status %d', async (given, status) => {
    const { id, token } = await newUser();
    roles.set(id, given);
    expect((await read(token)).status).toBe(200);
    expect((await capture(token)).status).toBe(status);
  });

  it('has changed roles with the next request', async () => {
    const { id, token } = await newUser();
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

  it('is rejected once removed, even with a new token of the provider', async () => {
    const { id, token } = await newUser();
    expect((await read(token)).status).toBe(200);
    await rowsOf('delete from gateway.memberships where user_id = $1', [id]);
    await eventually(async () => (await read(token)).status === 401);
    expect((await read(token, second)).status).toBe(401);
  });

  describe('who is local', () => {
    it('has every scope in their own tenant, without a read of roles', async () => {
      const before = roleReads;
      expect((await capture(owner.token)).status).toBe(202);
      expect(fixture.services.stored.at(-1)?.context.actor.scopes).toEqual(['read', 'write', 'admin']);
      expect(roleReads).toBe(before);
    });

    it('is rejected once removed, although the token is still valid', async () => {
      expect((await read(owner.token)).status).toBe(200);
      await rowsOf('delete from gateway.memberships where tenant_id = $1', [owner.tenantId]);
      await eventually(async () => (await read(owner.token)).status === 401);
    });
  });

  it('gets 503 while the roles cannot be read, unless they own the tenant', async () => {
    const isolated = await startGateway({
      connection: database.connection,
      env: { JWT_ISSUERS: JSON.stringify([provider.settings()]) },
    });
    const { token } = await newUser();
    const { status, error } = await read(token, isolated);
    expect([status, error.code]).toEqual([503, 'unavailable']);
    expect((await read(owner.token, isolated)).status).toBe(200);
    await isolated.close();
  });

  it('of an issuer that is limited to some tenants is rejected in any other', async () => {
    const other = await fixture.register();
    const env = { JWT_ISSUERS: JSON.stringify([provider.settings({ tenantIds: [other.tenantId] })]) };
    const strict = await startGateway({
      connection: database.connection,
      env,
      bus: fixture.bus,
      withoutServices: true,
    });
    const rejected = await read(provider.sign({ tenant: owner.tenantId }), strict);
    expect([rejected.status, rejected.error]).toEqual([401, (await read('let-me-in')).error]);
    expect((await read(provider.sign({ tenant: other.tenantId }), strict)).status).toBe(200);
    await strict.close();
  });

  it('is admitted in rows that only their tenant sees', async () => {
    await read((await newUser()).token);
    const mine = owner.tenantId;
    owner = await fixture.register();
    await read((await newUser()).token);
    expect(await rowsOf('select distinct tenant_id from gateway.admissions', [], mine)).toEqual([{ tenant_id: mine }]);
    expect(await rowsOf('select tenant_id from gateway.admissions', [], '')).toEqual([]);
  });

  /** Reads as the owner of the tables, or, with a tenant id, under row-level security. */
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
