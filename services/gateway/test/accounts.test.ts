import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { Client } from 'pg';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';

const password = 'correct horse battery';

describeOnDatabase('Accounts and API keys', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  const register = (body: object): Promise<Reply> => fixture.ask('POST /v1/auth/register', { body });
  const logIn = (body: object): Promise<Reply> => fixture.ask('POST /v1/auth/login', { body });

  describe('Register', () => {
    it('creates a user with a tenant on the default plan, and a session', async () => {
      const { status, data } = await register({
        email: ' Ada@Example.com ',
        password,
        name: 'Ada',
        tenantName: 'Engines',
      });
      expect(status).toBe(201);
      expect(data).toEqual({
        user: { id: expect.stringMatching(/^usr_/), email: 'ada@example.com', name: 'Ada' },
        tenant: { id: expect.stringMatching(/^ten_/), name: 'Engines', plan: 'enterprise' },
        token: expect.any(String),
        tokenType: 'Bearer',
        expiresIn: 3600,
      });
      expect((await fixture.ask('GET /v1/api-keys', { as: String(data['token']) })).status).toBe(200);
    });

    it('rejects an e-mail address that has an account, in any spelling', async () => {
      await register({ email: 'twice@example.com', password });
      const { status, error } = await register({ email: 'TWICE@example.com', password });
      expect([status, error.code]).toEqual([409, 'conflict']);
    });

    it('accepts one of two simultaneous registrations', async () => {
      const body = { email: 'race@example.com', password };
      const replies = await Promise.all([register(body), register(body)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    });

    it.each([
      [{}, 'email'],
      [{ email: 'no-address', password }, 'email'],
      [{ email: 'a\u0000@example.com', password }, 'email'],
      [{ email: 'short@example.com', password: 'elevenchars' }, 'password'],
      [{ email: 'long@example.com', password: 'x'.repeat(129) }, 'password'],
      [{ email: 'common@example.com', password: 'Password2026!' }, 'password'],
      [{ email: 'harbour.master@example.com', password: 'harbour-master-1' }, 'password'],
      [{ email: 'x@example.com', password: 'Engine-Room-99', tenantName: 'Engine room' }, 'password'],
      [{ email: 'x@example.com', password, invitationToken: 'made-up' }, 'invitationToken'],
      [{ email: 'x@example.com', password, plan: 'enterprise' }, 'plan'],
    ])('rejects an invalid field with a 400 that names it: %j', async (body, field) => {
      const { status, error } = await register(body);
      expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'validation_error', field]);
    });
  });

  describe('Login', () => {
    it("opens a session in the user's own tenant", async () => {
      const { data: registered } = await register({ email: 'login@example.com', password });
      const { status, data } = await logIn({ email: 'LOGIN@example.com', password });
      expect(status).toBe(200);
      expect(data).toMatchObject({ user: registered['user'], tenant: registered['tenant'], tokenType: 'Bearer' });
      const tenantId = (registered['tenant'] as { id: string }).id;
      expect((await logIn({ email: 'login@example.com', password, tenantId })).status).toBe(200);
    });

    it('returns the same error for every fault', async () => {
      const { data } = await register({ email: 'wrong@example.com', password });
      const { data: other } = await register({ email: 'other@example.com', password });
      expect(data['tenant']).not.toEqual(other['tenant']);
      const replies = [
        await logIn({ email: 'unknown@example.com', password }),
        await logIn({ email: 'wrong@example.com', password: 'not the password' }),
        await logIn({ email: 'wrong@example.com', password: `${password} ` }),
        await logIn({ email: 'wrong@example.com', password, tenantId: (other['tenant'] as { id: string }).id }),
        await logIn({ email: "' or 1=1 --", password }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      expect(new Set(replies.map(({ error }) => JSON.stringify(error))).size).toBe(1);
    });

    it.each([
      [{ email: 'a@b.c' }, 'password'],
      [{ email: 5, password }, 'email'],
      [{ email: 'a\u0000b', password }, 'email'],
    ])('rejects an invalid field with a 400 that names it: %j', async (body, field) => {
      const { status, error } = await logIn(body);
      expect([status, error.details?.[0]?.field]).toEqual([400, field]);
    });
  });

  describe('An API key', () => {
    let token: string;
    beforeAll(async () => {
      ({ token } = await fixture.register());
    });
    const create = (body: object, as = token): Promise<Reply> => fixture.ask('POST /v1/api-keys', { as, body });
    const list = (query = '', as = token): Promise<Reply> => fixture.ask(`GET /v1/api-keys${query}`, { as });
    const itemsOf = ({ data }: Reply) => data['items'] as Record<string, unknown>[];

    it('is shown once, when it is created', async () => {
      const { status, data } = await create({ name: 'ci', scopes: ['write', 'read', 'write'], agentId: 'a1' });
      expect(status).toBe(201);
      expect(data).toEqual({
        id: expect.stringMatching(/^key_/),
        name: 'ci',
        scopes: ['write', 'read'],
        environment: 'live',
        agentId: 'a1',
        createdAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: null,
        owner: 'user',
        createdBy: expect.stringMatching(/^usr_/),
        prefix: expect.stringMatching(/^strata_live_[0-9A-Za-z]{16}$/),
        key: expect.stringMatching(/^strata_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{33}$/),
      });
      const { key, ...rest } = data;
      expect(itemsOf(await list())[0]).toEqual(rest);
      const stored = await rowsOf('select * from gateway.api_keys');
      expect(JSON.stringify(stored)).not.toContain(String(key).slice(-33));
    });

    it('is listed page by page, newest first, even if new keys are created meanwhile', async () => {
      const { token: mine } = await fixture.register();
      const ids: unknown[] = [];
      for (const name of ['one', 'two', 'three', 'four', 'five'])
        ids.unshift((await create({ name, scopes: ['read'] }, mine)).data['id']);
      const first = await list('?limit=2', mine);
      const page = first.data['pagination'] as { cursor: string };
      expect(first.data['pagination']).toEqual({ hasMore: true, cursor: expect.any(String), total: 5 });
      await create({ name: 'six', scopes: ['read'] }, mine);
      const second = await list(`?limit=2&cursor=${page.cursor}`, mine);
      const { cursor } = second.data['pagination'] as { cursor: string };
      const third = await list(`?limit=2&cursor=${cursor}`, mine);
      expect([first, second, third].flatMap(itemsOf).map(({ id }) => id)).toEqual(ids);
      expect(third.data['pagination']).toEqual({ hasMore: false, cursor: null, total: 6 });
    });

    it.each(['?limit=0', '?limit=101', '?limit=ten', '?limit=1&limit=2'])(
      'is not listed with the page size %s',
      async (query) => {
        const { status, error } = await list(query);
        expect([status, error.details?.[0]?.field]).toEqual([400, 'limit']);
      },
    );

    it.each(['?cursor=broken', '?cursor=W10', '?cursor='])('is not listed with the cursor %s', async (query) => {
      const { status, error } = await list(query);
      expect([status, error.details?.[0]?.field]).toEqual([400, 'cursor']);
    });

    it.each([
      [{ scopes: ['read'] }, 'name'],
      [{ name: 'x', scopes: [] }, 'scopes'],
      [{ name: 'x', scopes: ['root'] }, 'scopes.0'],
      [{ name: 'x', scopes: ['read'], environment: 'prod' }, 'environment'],
      [{ name: 'x', scopes: ['read'], owner: 'nobody' }, 'owner'],
      [{ name: 'x', scopes: ['read'], expiresAt: 'soon' }, 'expiresAt'],
      [{ name: 'x', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ])('is not created from an invalid request: %j', async (body, field) => {
      const { status, error } = await create(body);
      expect([status, error.details?.[0]?.field]).toEqual([400, field]);
    });

    it('leaves the list when it is revoked; a repeat returns the same', async () => {
      const { data } = await create({ name: 'brief', scopes: ['read'] });
      const id = String(data['id']);
      const revoke = () => fixture.ask(`DELETE /v1/api-keys/${id}`, { as: token });
      const first = await revoke();
      expect(first.data).toEqual({ id, revokedAt: expect.any(String) });
      expect((await revoke()).data).toEqual(first.data);
      expect(itemsOf(await list('?limit=100')).map((item) => item['id'])).not.toContain(id);
    });

    it('of another tenant can neither be listed nor revoked', async () => {
      const { token: other } = await fixture.register();
      const { id, key } = await fixture.newKey(other);
      const { status } = await fixture.ask(`DELETE /v1/api-keys/${id}`, { as: token });
      expect(status).toBe(404);
      expect((await fixture.ask('GET /v1/usage-metrics', { as: key })).status).toBe(200);
      expect(itemsOf(await list('?limit=100')).map((item) => item['id'])).not.toContain(id);
    });

    it.each([
      ['key_unknown', 404],
      ['%00', 400],
      ['a'.repeat(201), 400],
    ])('with the id %s cannot be revoked: %d', async (id, status) => {
      expect((await fixture.ask(`DELETE /v1/api-keys/${id}`, { as: token })).status).toBe(status);
    });

    it('shows when it was last used, once the gateway has stored that', async () => {
      const second = await startGateway({ connection: database.connection, bus: fixture.bus, withoutServices: true });
      const { id, key } = await fixture.newKey(token);
      await second.ask('GET /v1/usage-metrics', { as: key });
      await second.close();
      const used = itemsOf(await list('?limit=100')).find((item) => item['id'] === id);
      expect(used?.['lastUsedAt']).toEqual(expect.any(String));
    });
  });

  describe('Row-level security', () => {
    it('shows a tenant only its own rows', async () => {
      const [mine, other] = [await fixture.register(), await fixture.register()];
      await fixture.newKey(mine.token);
      await fixture.newKey(other.token);
      for (const [table, column] of [
        ['tenants', 'id'],
        ['memberships', 'tenant_id'],
        ['api_keys', 'tenant_id'],
      ] as const) {
        const rows = await rowsOf(`select distinct ${column} as tenant from gateway.${table}`, 'strata_gateway', {
          'strata.tenant_id': mine.tenantId,
        });
        expect(rows).toEqual([{ tenant: mine.tenantId }]);
      }
      expect(
        await rowsOf('select email from gateway.users', 'strata_gateway', { 'strata.tenant_id': mine.tenantId }),
      ).toEqual([{ email: mine.email }]);
    });

    it.each(['tenants', 'users', 'memberships', 'api_keys'])(
      'hides every row of %s without a tenant or a look-up',
      async (table) => {
        expect(await rowsOf(`select * from gateway.${table}`, 'strata_gateway')).toEqual([]);
        expect(await rowsOf(`select * from gateway.${table}`, 'strata_gateway_auth')).toEqual([]);
      },
    );

    it('shows a look-up the user that it names, and allows it no change', async () => {
      const { email } = await fixture.register();
      const as = { 'strata.lookup': email };
      expect(await rowsOf('select email from gateway.users', 'strata_gateway_auth', as)).toEqual([{ email }]);
      await expect(rowsOf('delete from gateway.users', 'strata_gateway_auth', as)).rejects.toThrow('permission denied');
      await expect(rowsOf(`update gateway.api_keys set tenant_id = 'x'`, 'strata_gateway_auth', as)).rejects.toThrow(
        'permission denied',
      );
    });
  });

  it('have the same columns in the Prisma schema and the migrations', async () => {
    const { Prisma } = await import('../src/generated/client.ts');
    const models = {
      tenants: Prisma.TenantScalarFieldEnum,
      users: Prisma.UserScalarFieldEnum,
      memberships: Prisma.MembershipScalarFieldEnum,
      admissions: Prisma.AdmissionScalarFieldEnum,
      api_keys: Prisma.ApiKeyScalarFieldEnum,
    };
    for (const [table, fields] of Object.entries(models)) {
      const rows = await rowsOf(
        `select column_name::text as name from information_schema.columns where table_schema = 'gateway' and table_name = '${table}'`,
      );
      const columns = Object.keys(fields).map((field) =>
        field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      );
      expect(rows.map(({ name }) => name).sort()).toEqual(columns.sort());
    }
  });

  async function rowsOf(
    sql: string,
    role?: string,
    settings: Record<string, string> = {},
  ): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: database.connection.connectionString });
    await client.connect();
    try {
      await client.query('begin');
      if (role !== undefined) await client.query(`set local role ${role}`);
      for (const [name, value] of Object.entries(settings))
        await client.query('select set_config($1, $2, true)', [name, value]);
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.query('rollback').catch(() => undefined);
      await client.end();
    }
  }
});
