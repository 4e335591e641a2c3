import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { revokeKeysOfUser } from '@strata/contracts/calls/gateway';
import { readRoles, rolesChanged } from '@strata/contracts/calls/organizations';
import type { Role } from '@strata/contracts/schemas/organization';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { derivedId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { LONG_SEND_DEADLINE_MS, startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { IdentityProvider } from './identity-provider/identity-provider.ts';

interface Roles {
  readonly roles: Role[];
  readonly isFormer?: boolean;
}

describeOnDatabase('A key of a user', (backend) => {
  let database: TestDatabase;
  let provider: IdentityProvider;
  let fixture: GatewayFixture;
  let owner: Awaited<ReturnType<GatewayFixture['register']>>;
  let admin: RequestContext;
  let user: { id: string; token: string };
  /** By user; null: they cannot be read. */
  const roles = new Map<string, Roles | null>();

  beforeAll(async () => {
    [database, provider] = await Promise.all([backend.start(), IdentityProvider.start()]);
    const env = { JWT_ISSUERS: JSON.stringify([provider.settings()]) };
    fixture = await startGateway({ connection: database.connection, env, sendDeadlineMs: LONG_SEND_DEADLINE_MS });
    await fixture.bus.serve(readRoles, async ({ userId }) => {
      const known = roles.get(userId);
      if (known === null) throw unavailable('The database');
      return known ?? { roles: [] };
    });
  });
  afterAll(async () => {
    await fixture.close();
    await provider.kill();
    await database.close();
  });
  beforeEach(async () => {
    owner = await fixture.register();
    admin = {
      ...systemContext({ tenantId: owner.tenantId, environment: 'live' }, 'req_test'),
      actor: { type: 'user', id: owner.userId, scopes: ['read', 'write', 'admin'] },
    };
    user = await newUser(['developer']);
    fixture.services.audited.length = 0;
  });

  const newUser = async (given: Role[]): Promise<{ id: string; token: string }> => {
    const name = `user-${randomUUID()}`;
    const id = derivedId('usr', 'external', provider.issuer, name);
    roles.set(id, { roles: given });
    await provider.addUser(name, { tenant: owner.tenantId });
    return { id, token: await provider.logIn(name) };
  };
  const setRoles = async (given: Roles | null): Promise<void> => {
    roles.set(user.id, given);
    await fixture.bus.announce(rolesChanged, { userId: user.id }, admin);
  };
  const read = async (as: string): Promise<number> => (await fixture.ask('GET /v1/usage-metrics', { as })).status;
  const capture = async (as: string): Promise<number> => {
    const body = { type: 'message', sessionId: 's1', payload: { content: 'hello' } };
    return (await fixture.ask('POST /v1/capture', { as, body })).status;
  };
  const idsFor = async (as: string): Promise<{ ids: string[]; total: number }> => {
    const { items, pagination } = (await fixture.ask('GET /v1/api-keys', { as })).data as {
      items: { id: string }[];
      pagination: { total: number };
    };
    return { ids: items.map(({ id }) => id).sort(), total: pagination.total };
  };
  const revoke = (id: string, as: string): Promise<Reply> => fixture.ask(`DELETE /v1/api-keys/${id}`, { as });

  describe('has the rights of the user', () => {
    it('who may only read from now on: it does not write, delete or manage', async () => {
      const { key } = await fixture.newKey(user.token, { scopes: ['admin'] });
      expect([await read(key), await capture(key)]).toEqual([200, 202]);
      await setRoles({ roles: ['viewer'] });
      const deletion = await fixture.ask('DELETE /v1/memories/mem_1', { as: key });
      expect([await read(key), await capture(key), deletion.status]).toEqual([200, 403, 403]);
      await setRoles({ roles: ['manager'] });
      expect(await capture(key)).toBe(202);
    });

    it('who may not enter the tenant any more: it is rejected like a revoked key', async () => {
      const { key } = await fixture.newKey(user.token);
      expect(await read(key)).toBe(200);
      await setRoles({ roles: [], isFormer: true });
      const rejected = await fixture.ask('GET /v1/usage-metrics', { as: key });
      const unknown = await fixture.ask('GET /v1/usage-metrics', { as: 'let-me-in' });
      expect([rejected.status, rejected.error]).toEqual([401, unknown.error]);
    });

    it('who never had a role, and whose issuer is trusted', async () => {
      await setRoles({ roles: [] });
      const { key } = await fixture.newKey(user.token);
      expect(await capture(key)).toBe(202);
      const untrusting = await startGateway({
        connection: database.connection,
        bus: fixture.bus,
        withoutServices: true,
      });
      expect((await untrusting.ask('GET /v1/usage-metrics', { as: key })).status).toBe(401);
      await untrusting.close();
    });

    it('whose roles cannot be read: 503, until they can', async () => {
      const { key } = await fixture.newKey(user.token);
      await setRoles(null);
      expect([await read(key), await capture(key)]).toEqual([503, 503]);
      await setRoles({ roles: ['developer'] });
      expect(await capture(key)).toBe(202);
    });

    it('even if the announcement of their removal is lost', async () => {
      const { key } = await fixture.newKey(user.token);
      expect(await read(key)).toBe(200);
      roles.set(user.id, { roles: [], isFormer: true });
      await eventually(async () => (await read(key)) === 401);
    });
  });

  it('of the tenant works whatever happens to the user who created it', async () => {
    await setRoles({ roles: ['admin'] });
    const { key } = await fixture.newKey(user.token, { owner: 'tenant', scopes: ['admin'] });
    await setRoles({ roles: [], isFormer: true });
    await fixture.bus.send(revokeKeysOfUser, { userId: user.id, removedAt: new Date().toISOString() }, admin);
    expect([await read(key), await capture(key)]).toEqual([200, 202]);
  });

  describe('is revoked for good when the user is removed from the tenant', () => {
    const remove = (removedAt = new Date()): Promise<void> =>
      fixture.bus.send(revokeKeysOfUser, { userId: user.id, removedAt: removedAt.toISOString() }, admin);
    const revocations = () =>
      fixture.services.audited.filter(({ report }) => report.entries[0]?.action === 'api_key.revoke');

    it('with an audit entry for each key, also if the command comes twice', async () => {
      const [first, second] = [await fixture.newKey(user.token), await fixture.newKey(user.token)];
      const others = await fixture.newKey(owner.token);
      await remove();
      await remove();
      expect([await read(first.key), await read(second.key), await read(others.key)]).toEqual([401, 401, 200]);
      await setRoles({ roles: ['developer'] });
      expect(await read(first.key)).toBe(401);
      await eventually(() => revocations().length === 2);
      expect(
        revocations()
          .map(({ report }) => report.entries[0]?.resourceId)
          .sort(),
      ).toEqual([first.id, second.id].sort());
      expect(revocations()[0]).toMatchObject({
        report: {
          organizationId: null,
          entries: [
            { outcome: 'success', changes: { reason: 'The user who it belonged to was removed from the tenant' } },
          ],
        },
        context: { actor: { id: owner.userId } },
      });
    });

    it('however many there are', async () => {
      const { id } = await fixture.newKey(user.token);
      const client = new Client({ connectionString: database.connection.connectionString });
      await client.connect();
      await client.query(
        `insert into gateway.api_keys (id, tenant_id, environment, name, scopes, secret_hash, created_by, created_at)
         select id || n, tenant_id, environment, name, scopes, secret_hash, created_by, created_at
         from gateway.api_keys, generate_series(1, 450) n where id = $1`,
        [id],
      );
      await client.end();
      await remove();
      expect((await idsFor(user.token)).total).toBe(0);
      await eventually(() => revocations().length === 451);
    });

    it('but not if they own the tenant, nor if they created it after they came back', async () => {
      const { key } = await fixture.newKey(user.token);
      await remove(new Date(Date.now() - 60_000));
      expect(await read(key)).toBe(200);
      const own = await fixture.newKey(owner.token);
      const payload = { userId: owner.userId, removedAt: new Date().toISOString() };
      await fixture.bus.send(revokeKeysOfUser, payload, admin);
      expect(await read(own.key)).toBe(200);
    });
  });

  describe('is listed and revoked', () => {
    it('by the user and by tenant admins, and by no other user: 404', async () => {
      const other = await newUser(['manager']);
      const [mine, theirs] = [await fixture.newKey(user.token), await fixture.newKey(other.token)];
      const service = await fixture.newKey(owner.token, { owner: 'tenant' });
      expect(await idsFor(user.token)).toEqual({ ids: [mine.id], total: 1 });
      expect(await idsFor(owner.token)).toEqual({ ids: [mine.id, theirs.id, service.id].sort(), total: 3 });
      const unknown = await revoke('key_unknown', user.token);
      for (const { id, key } of [theirs, service]) {
        const { status, error } = await revoke(id, user.token);
        expect([status, error, await read(key)]).toEqual([404, unknown.error, 200]);
      }
      expect((await revoke(theirs.id, owner.token)).status).toBe(200);
      expect((await revoke(theirs.id, user.token)).status).toBe(404);
      expect((await revoke(mine.id, user.token)).status).toBe(200);
      expect([await read(mine.key), await read(theirs.key), await read(service.key)]).toEqual([401, 401, 200]);
    });

    it('by a user who may only read from now on', async () => {
      const { id, key } = await fixture.newKey(user.token);
      await setRoles({ roles: ['viewer'] });
      expect((await idsFor(user.token)).ids).toEqual([id]);
      expect((await revoke(id, user.token)).status).toBe(200);
      expect(await read(key)).toBe(401);
    });

    it('as a service key only by tenant admins, not by a former admin who created it', async () => {
      await setRoles({ roles: ['admin'] });
      const { id, key } = await fixture.newKey(user.token, { owner: 'tenant' });
      expect((await idsFor(user.token)).ids).toEqual([id]);
      await setRoles({ roles: ['developer'] });
      expect(await idsFor(user.token)).toEqual({ ids: [], total: 0 });
      expect([(await revoke(id, user.token)).status, await read(key)]).toEqual([404, 200]);
    });
  });
});
