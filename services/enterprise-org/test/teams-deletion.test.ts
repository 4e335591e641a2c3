import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAgent } from '@strata/contracts/operations/agents';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { listMembers } from '@strata/contracts/operations/organizations';
import { createTeam, deleteTeam, getTeam, updateTeam } from '@strata/contracts/operations/teams';
import type { Team } from '@strata/contracts/schemas/team';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const FILL_AGENTS = `
  insert into agents (tenant_id, organization_id, id, name, name_key, team_id, metadata, created_at, updated_at)
  select $1, $2, 'agt_' || n, 'agent ' || n, 'agent ' || n, $3, '{}', now(), now() from generate_series(1, 1001) n`;

describeOnDatabase('A deleted team', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  const create = (by: TestUser, orgId: string, body: object): Promise<Team> =>
    fixture.call(by, createTeam, { params: { orgId }, body });
  const get = (by: TestUser, orgId: string, teamId: string) => fixture.call(by, getTeam, { params: { orgId, teamId } });
  const update = (by: TestUser, orgId: string, teamId: string, body: object): Promise<Team> =>
    fixture.call(by, updateTeam, { params: { orgId, teamId }, body });

  test('is gone, and so are all references to it', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const member = await fixture.newMember(orgId, owner, 'developer');
    const team = await create(owner, orgId, { name: 'Quay', memberIds: [member.memberId] });
    const params = { orgId, teamId: team.id };
    const namespaceIds: string[] = [];
    const agentIds: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const inTeam = { params: { orgId }, body: { name, teamIds: [team.id] } };
      namespaceIds.push((await fixture.call(owner, createNamespace, inTeam)).id);
      const agent = { params: { orgId }, body: { name, teamId: team.id } };
      agentIds.push((await fixture.call(owner, createAgent, agent)).id);
    }
    await fixture.call(owner, createAgent, { params: { orgId }, body: { name: 'Free' } });
    expect(await fixture.call(owner, deleteTeam, { params })).toEqual({ id: team.id, deleted: true });
    const gone = errorWith('not_found');
    await expect(get(owner, orgId, team.id)).rejects.toMatchObject(gone);
    await expect(update(owner, orgId, team.id, {})).rejects.toMatchObject(gone);
    await expect(fixture.call(owner, deleteTeam, { params })).rejects.toMatchObject(gone);
    const { items } = await fixture.call(owner, listMembers, { params: { orgId } });
    expect(items.map(({ teamIds }) => teamIds)).toEqual([[], []]);
    expect(await fixture.auditEntries(owner, orgId, 'team.delete')).toMatchObject([
      {
        resource_id: team.id,
        changes: {
          before: {
            name: 'Quay',
            description: null,
            memberIds: [member.memberId],
            namespaceIds: namespaceIds.sort(),
            agentIds: agentIds.sort(),
          },
          after: null,
        },
      },
    ]);
    expect((await create(owner, orgId, { name: 'Quay' })).id).not.toBe(team.id);
  });

  test('has the ids of at most 1,000 agents in its audit entry', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { id: teamId } = await create(owner, orgId, { name: 'Quay' });
    const { scope } = owner.context;
    await fixture.database.inTenant(scope, (tx) => tx.execute(FILL_AGENTS, [scope.tenantId, orgId, teamId]));
    await fixture.call(owner, deleteTeam, { params: { orgId, teamId } });
    const [entry] = await fixture.auditEntries(owner, orgId, 'team.delete');
    const { agentIds, namespaceIds } = (entry?.changes as { before: Record<string, string[]> }).before;
    expect([agentIds?.length, namespaceIds]).toEqual([1000, []]);
  });
});
