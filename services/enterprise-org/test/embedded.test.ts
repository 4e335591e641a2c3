import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listAudit } from '@strata/contracts/operations/audit';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { getOrganization } from '@strata/contracts/operations/organizations';
import { createPolicy } from '@strata/contracts/operations/policies';
import { createTeam } from '@strata/contracts/operations/teams';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { refused, startRig, type Rig } from './rig.ts';

describe('Organizations on the embedded database', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(embeddedDatabase);
  });
  afterAll(() => rig.close());

  it('admit members, enforce their roles, hand out policy facts, and record all of it', async () => {
    const { orgId, owner } = await rig.found();
    const params = { orgId };
    const viewer = await rig.join(orgId, owner, 'viewer');
    const { id: teamId } = await rig.ask(owner, createTeam, {
      params,
      body: { name: 'Quay', memberIds: [viewer.memberId] },
    });
    const { id: namespaceId } = await rig.ask(owner, createNamespace, {
      params,
      body: { name: 'customs', teamIds: [teamId] },
    });
    const policy = {
      name: 'closed',
      effect: 'deny',
      action: 'read',
      resource: `namespace:${namespaceId}`,
      priority: 1,
    };
    const { id: policyId } = await rig.ask(owner, createPolicy, { params, body: policy });
    await expect(rig.ask(viewer, createTeam, { params, body: { name: 'Own' } })).rejects.toMatchObject(
      refused('forbidden'),
    );
    await expect(rig.ask(rig.person(), getOrganization, { params })).rejects.toMatchObject(refused('not_found'));

    expect(JSON.stringify((await rig.factsOf(owner)).facts)).toContain(policyId);
    const { items } = await rig.ask(owner, listAudit, { params });
    expect(items.map(({ action, outcome }) => [action, outcome])).toEqual(
      expect.arrayContaining([
        ['policy.create', 'success'],
        ['team.create', 'denied'],
      ]),
    );
  });
});
