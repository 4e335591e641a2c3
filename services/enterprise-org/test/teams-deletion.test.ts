import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAgent } from '@strata/contracts/operations/agents';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { listMembers } from '@strata/contracts/operations/organizations';
import { createTeam, deleteTeam, getTeam, updateTeam } from '@strata/contracts/operations/teams';
import type { Team } from '@strata/contracts/schemas/team';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { refused, startRig, type Person, type Rig } from './rig.ts';

const FILL_AGENTS = `
  insert into agents (tenant_id, organization_id, id, name, name_key, team_id, metadata, created_at, updated_at)
  select $1, $2, 'agt_' || n, 'agent ' || n, 'agent ' || n, $3, '{}', now(), now() from generate_series(1, 1001) n`;

describeOnDatabase('Teams', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  const create = (by: Person, orgId: string, body: object): Promise<Team> =>
    rig.ask(by, createTeam, { params: { orgId }, body });
  const get = (by: Person, orgId: string, teamId: string) => rig.ask(by, getTeam, { params: { orgId, teamId } });
  const update = (by: Person, orgId: string, teamId: string, body: object): Promise<Team> =>
    rig.ask(by, updateTeam, { params: { orgId, teamId }, body });

  test('that are deleted are gone, with what says that somebody is in them', async () => {
    const { orgId, owner } = await rig.found();
    const member = await rig.join(orgId, owner, 'developer');
    const team = await create(owner, orgId, { name: 'Quay', memberIds: [member.memberId] });
    const params = { orgId, teamId: team.id };
    const namespaceIds: string[] = [];
    const agentIds: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const inTeam = { params: { orgId }, body: { name, teamIds: [team.id] } };
      namespaceIds.push((await rig.ask(owner, createNamespace, inTeam)).id);
      const agent = { params: { orgId }, body: { name, teamId: team.id } };
      agentIds.push((await rig.ask(owner, createAgent, agent)).id);
    }
    await rig.ask(owner, createAgent, { params: { orgId }, body: { name: 'Of none' } });
    expect(await rig.ask(owner, deleteTeam, { params })).toEqual({ id: team.id, deleted: true });
    const gone = refused('not_found');
    await expect(get(owner, orgId, team.id)).rejects.toMatchObject(gone);
    await expect(update(owner, orgId, team.id, {})).rejects.toMatchObject(gone);
    await expect(rig.ask(owner, deleteTeam, { params })).rejects.toMatchObject(gone);
    const { items } = await rig.ask(owner, listMembers, { params: { orgId } });
    expect(items.map(({ teamIds }) => teamIds)).toEqual([[], []]);
    expect(await rig.audited(owner, orgId, 'team.delete')).toMatchObject([
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

  test('that are deleted leave the ids of no more than 1,000 agents behind', async () => {
    const { orgId, owner } = await rig.found();
    const { id: teamId } = await create(owner, orgId, { name: 'Quay' });
    const { scope } = owner.context;
    await rig.database.inTenant(scope, (tx) => tx.execute(FILL_AGENTS, [scope.tenantId, orgId, teamId]));
    await rig.ask(owner, deleteTeam, { params: { orgId, teamId } });
    const [entry] = await rig.audited(owner, orgId, 'team.delete');
    const { agentIds, namespaceIds } = (entry?.changes as { before: Record<string, string[]> }).before;
    expect([agentIds?.length, namespaceIds]).toEqual([1000, []]);
  });
});
