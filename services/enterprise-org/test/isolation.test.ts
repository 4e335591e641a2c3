import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAgent } from '@strata/contracts/operations/agents';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { inviteMember, removeMember } from '@strata/contracts/operations/organizations';
import { createTeam } from '@strata/contracts/operations/teams';
import type { Database } from '@strata/platform/database/database';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createHash } from 'node:crypto';
import { LOOKUP_ROLE } from '../src/adapters/organization-schema.ts';
import { startOrganizationFixture, type OrganizationFixture } from './organization-fixture.ts';

const ours = { tenantId: 'harbour', environment: 'live' } as const;
const TABLES = [
  ...['organizations', 'members', 'former_members', 'teams', 'team_members', 'agents', 'namespaces', 'namespace_teams'],
  ...['policy_facts_versions', 'audit_heads'],
];
/** Tables whose rows are never deleted. */
const KEPT = ['audit_heads'];

/** Statements without any filter, as if the service had forgotten it: the database still keeps the tenants apart. */
describeOnDatabase('Row-level security', (backend) => {
  let fixture: OrganizationFixture;
  let database: Database;
  const tokens: string[] = [];
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
    ({ database } = fixture);
    for (const tenantId of ['harbour', 'desert']) {
      const { orgId, owner } = await fixture.newOrganization(fixture.newUser(tenantId, true));
      const body = { email: 'guest@example.org', role: 'viewer' };
      tokens.push((await fixture.call(owner, inviteMember, { params: { orgId }, body })).invitationToken);
      const params = { orgId };
      const member = await fixture.newMember(orgId, owner, 'viewer');
      const gone = await fixture.newMember(orgId, owner, 'viewer');
      await fixture.call(owner, removeMember, { params: { orgId, memberId: gone.memberId } });
      const team = { name: 'Quay', memberIds: [member.memberId] };
      const { id: teamId } = await fixture.call(owner, createTeam, { params, body: team });
      await fixture.call(owner, createAgent, { params, body: { name: 'Planner', teamId } });
      await fixture.call(owner, createNamespace, { params, body: { name: 'customs', teamIds: [teamId] } });
    }
  });
  afterAll(() => fixture.close());

  test.each(TABLES)('limits a statement without a filter to the %s of its own tenant', async (table) => {
    const tenants = await database.inTenant(ours, (tx) => tx.query(`select distinct tenant_id from ${table}`));
    expect(tenants).toEqual([{ tenant_id: 'harbour' }]);
    const stranger = { ...ours, tenantId: 'nowhere' };
    await database.inTenant(stranger, async (tx) => {
      expect(await tx.execute(`update ${table} set tenant_id = 'nowhere'`)).toBe(0);
      if (!KEPT.includes(table)) expect(await tx.execute(`delete from ${table}`)).toBe(0);
    });
    const all = await database.asRole('strata_enterprise_org', (tx) => tx.query(`select 1 from ${table}`));
    expect(all).toEqual([]);
  });

  test('rejects a row of another tenant, or in its organization', async () => {
    const insert = (tenantId: string, id: string) =>
      database.inTenant(ours, (tx) =>
        tx.execute(
          `insert into members (tenant_id, organization_id, id, user_id, role, created_at, joined_at)
           values ($1, $2, $3, 'usr_x', 'owner', now(), now())`,
          [tenantId, id, `mbr_${tenantId}`],
        ),
      );
    const [foreign] = await database.inTenant({ ...ours, tenantId: 'desert' }, (tx) =>
      tx.query<{ id: string }>('select id from organizations'),
    );
    await expect(insert('desert', foreign?.id ?? '')).rejects.toMatchObject({ code: '42501' });
    await expect(insert('harbour', foreign?.id ?? '')).rejects.toMatchObject({ code: '23503' });
  });

  test('shows the lookup role only where the invitation with its token belongs', async () => {
    const hash = createHash('sha256').update(String(tokens[1])).digest('hex');
    const lookUp = (sql: string, wanted = hash) =>
      database.asRole(LOOKUP_ROLE, async (tx) => {
        await tx.query("select set_config('strata.lookup', $1, true)", [wanted]);
        return tx.query(sql);
      });
    expect(await lookUp('select tenant_id from members')).toEqual([{ tenant_id: 'desert' }]);
    expect(await lookUp('select tenant_id from members', '')).toEqual([]);
    for (const sql of [
      'select email from members',
      'select * from organizations',
      "update members set role = 'owner'",
      'delete from members',
    ])
      await expect(lookUp(sql)).rejects.toMatchObject({ code: '42501' });
  });

  test("rejects a reference to another tenant's team or member", async () => {
    const idOf = async (table: string): Promise<string> => {
      const scope = { ...ours, tenantId: 'desert' };
      const [row] = await database.inTenant(scope, (tx) => tx.query<{ id: string }>(`select id from ${table}`));
      return row?.id ?? '';
    };
    const [teamId, memberId, namespaceId] = [await idOf('teams'), await idOf('members'), await idOf('namespaces')];
    const attempt = (sql: string, values: string[]) => database.inTenant(ours, (tx) => tx.execute(sql, values));
    for (const [sql, values] of [
      [`insert into team_members select 'harbour', id, $1 from teams`, [memberId]],
      [`insert into team_members select 'harbour', $1, id from members`, [teamId]],
      [`insert into namespace_teams select 'harbour', $1, id from teams`, [namespaceId]],
      [`update agents set team_id = $1`, [teamId]],
    ] as const)
      await expect(attempt(sql, [...values])).rejects.toMatchObject({ code: '23503' });
  });
});
