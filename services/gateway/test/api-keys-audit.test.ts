import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Role } from '@strata/contracts/schemas/organization';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { Client } from 'pg';
import { factsOf } from './facts-fixture.ts';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { changeFacts } from './services-fixture.ts';

describeOnDatabase('The audit of API keys', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let tenantId: string;
  let userId: string;
  let token: string;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });
  beforeEach(async () => {
    ({ token, tenantId, userId } = await fixture.register());
    fixture.services.audited.length = 0;
  });

  const create = (more: object = {}, { ask } = fixture): Promise<Reply> =>
    ask('POST /v1/api-keys', { as: token, body: { name: 'Ferry', scopes: ['read', 'write', 'read'], ...more } });
  const revoke = (id: string): Promise<Reply> => fixture.ask(`DELETE /v1/api-keys/${id}`, { as: token });
  const keyIds = async (): Promise<unknown[]> =>
    ((await fixture.ask('GET /v1/api-keys', { as: token })).data['items'] as { id: string }[]).map(({ id }) => id);
  /** The audit reports of the tenant, once there are `count`. */
  const reports = (count: number, { services } = fixture) =>
    eventually(() => {
      const own = services.audited.filter(({ context }) => context.scope.tenantId === tenantId);
      return own.length >= count && own;
    });
  const inDatabase = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: database.connection.connectionString });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it('records a new key in every organization, with its rights and without the key', async () => {
    const expiresAt = '2999-01-02T03:04:05.000Z';
    const { data, meta } = await create({ environment: 'test', agentId: 'a1', expiresAt });
    const { id, prefix, key } = data as { id: string; prefix: string; key: string };
    const [only, ...others] = await reports(1);
    expect([only, others]).toEqual([
      {
        report: {
          organizationId: null,
          place: null,
          entries: [
            {
              entryId: expect.stringMatching(/^aud_/),
              action: 'api_key.create',
              resourceId: id,
              outcome: 'success',
              at: data['createdAt'],
              changes: {
                before: null,
                after: {
                  name: 'Ferry',
                  scopes: ['read', 'write'],
                  environment: 'test',
                  agentId: 'a1',
                  owner: 'user',
                  expiresAt,
                  prefix,
                },
              },
            },
          ],
        },
        context: expect.objectContaining({
          scope: { tenantId, environment: 'live' },
          requestId: meta.requestId,
          actor: expect.objectContaining({ type: 'user', id: userId }),
          ip: expect.any(String),
        }),
      },
      [],
    ]);
    expect(key.startsWith(prefix)).toBe(true);
    expect(JSON.stringify(only)).not.toContain(key.slice(prefix.length + 1));
  });

  it('records a revocation once, even if it is repeated', async () => {
    const { data } = await create();
    const id = String(data['id']);
    const replies = [await revoke(id), await revoke(id), await revoke('key_unknown')];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404]);
    await create({ name: 'Last' });
    const entries = (await reports(3)).flatMap(({ report }) => report.entries);
    expect(entries.filter(({ action }) => action === 'api_key.revoke')).toEqual([
      expect.objectContaining({
        resourceId: id,
        outcome: 'success',
        changes: { before: { revokedAt: null }, after: { revokedAt: replies[0]?.data['revokedAt'] } },
      }),
    ]);
    expect(entries).toHaveLength(3);
  });

  it('waits for an audit log that is down, even after the gateway has closed', async () => {
    const ending = await startGateway({ connection: database.connection });
    ending.services.isAuditDown = true;
    const { status, data } = await create({}, ending);
    await ending.close();
    expect(status).toBe(201);
    const recorded = await reports(1);
    expect(recorded.map(({ report }) => report.entries[0]?.resourceId)).toEqual([data['id']]);
    await eventually(async () => (await inDatabase('select 1 from gateway.command_outbox')).length === 0);
  });

  it('rolls back a change that it cannot record', async () => {
    const kept = await create();
    await inDatabase('revoke insert on gateway.command_outbox from strata_gateway');
    const replies = [await create({ name: 'Unseen' }), await revoke(String(kept.data['id']))];
    await inDatabase('grant insert on gateway.command_outbox to strata_gateway');
    expect(replies.map(({ status }) => status)).toEqual([500, 500]);
    expect(await keyIds()).toEqual([kept.data['id']]);
  });

  describe('A key bound to an agent', () => {
    const member = (role: Role, ...teamIds: string[]) => ({ userId, role, teamIds });
    const setFacts = (facts: Parameters<typeof changeFacts>[3]) =>
      changeFacts(fixture.bus, fixture.services, tenantId, facts);

    it('names an agent identity of the tenant, or any free-form agent', async () => {
      const agentId = newId('agt');
      await setFacts(
        factsOf({}, { id: 'org_b', agents: [agentId], createdBy: userId, members: [member('developer')] }),
      );
      for (const id of [agentId, 'free', 'agt_free', agentId.toUpperCase()])
        expect((await create({ agentId: id })).data['agentId']).toBe(id);
    });

    it('needs a creator who manages agents and is in the team of the agent, or may update teams: else 403', async () => {
      const agentId = newId('agt');
      const facts = (...members: ReturnType<typeof member>[]) => {
        const [own] = factsOf({ agents: [agentId], members }).organizations;
        return { organizations: own ? [{ ...own, agents: [{ id: agentId, teamId: 'team_a' }] }] : [] };
      };
      for (const members of [
        [],
        [member('viewer', 'team_a')],
        [member('developer')],
        [member('developer', 'team_b')],
      ]) {
        await setFacts(facts(...members));
        expectLabelled(JSON.stringify(members), (await create({ agentId })).status).toBe(403);
      }
      for (const members of [[member('developer', 'team_a')], [member('manager')], [member('owner')]]) {
        await setFacts(facts(...members));
        expectLabelled(JSON.stringify(members), (await create({ agentId })).status).toBe(201);
      }
    });

    it('needs a creator who registered an agent without a team, or may update teams: else 403', async () => {
      const agentId = newId('agt');
      const attempts = [
        [{ createdBy: userId, members: [member('developer')] }, 201],
        [{ createdBy: userId, members: [member('viewer')] }, 403],
        [{ createdBy: userId, members: [] }, 403],
        [{ createdBy: newId('usr'), members: [member('developer', 'team_a')] }, 403],
        [{ members: [member('developer')] }, 403],
        [{ createdBy: newId('usr'), members: [member('manager')] }, 201],
      ] as const;
      for (const [facts, expected] of attempts) {
        await setFacts(factsOf({ agents: [agentId], ...facts, members: [...facts.members] }));
        expectLabelled(JSON.stringify(facts), (await create({ agentId })).status).toBe(expected);
      }
    });

    it('cannot name an agent identity of another tenant: 400', async () => {
      const agentId = newId('agt');
      const other = await fixture.register();
      await changeFacts(fixture.bus, fixture.services, other.tenantId, factsOf({ agents: [agentId] }));
      for (const facts of [factsOf(), factsOf({})]) {
        await setFacts(facts);
        const { status, error } = await create({ agentId });
        expect([status, error.code, error.details]).toEqual([
          400,
          'validation_error',
          [{ field: 'agentId', message: 'must be an agent of this tenant' }],
        ]);
      }
      expect(await keyIds()).toEqual([]);
    });

    it('is not created while the policy facts cannot be read', async () => {
      await setFacts(null);
      expect([(await create({ agentId: newId('agt') })).status, (await create({ agentId: 'free' })).status]).toEqual([
        503, 201,
      ]);
    });
  });

  it('makes every forwarded request act as its agent', async () => {
    const { key } = await fixture.newKey(token, { agentId: 'a1', scopes: ['read', 'write'] });
    const { forwarded, learning, stored } = fixture.services;
    const body = { type: 'message', sessionId: 's', payload: {} };
    await fixture.ask('POST /v1/capture', { as: key, body });
    await fixture.ask('POST /v1/learn', { as: key, body: {} });
    await fixture.ask('POST /v1/synthesize', { as: key, body: {} });
    for (const message of [stored.at(-1), learning.at(-1), forwarded.at(-1)])
      expect(message?.context).toMatchObject({ actor: { type: 'api_key', agentId: 'a1' }, ip: expect.any(String) });
    expect(forwarded.at(-1)?.name).toBe('synthesize');
  });
});
