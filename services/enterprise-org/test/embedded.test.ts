import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listAudit } from '@strata/contracts/operations/audit';
import { createNamespace } from '@strata/contracts/operations/namespaces';
import { getOrganization } from '@strata/contracts/operations/organizations';
import { createPolicy } from '@strata/contracts/operations/policies';
import { createTeam } from '@strata/contracts/operations/teams';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { errorWith, startOrganizationFixture, type OrganizationFixture } from './organization-fixture.ts';

describe('An organization on the embedded database', () => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(embeddedDatabase);
  });
  afterAll(() => fixture.close());

  it('admits members, enforces their roles, serves policy facts, and audits all of it', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const params = { orgId };
    const viewer = await fixture.newMember(orgId, owner, 'viewer');
    const { id: teamId } = await fixture.call(owner, createTeam, {
      params,
      body: { name: 'Quay', memberIds: [viewer.memberId] },
    });
    const { id: namespaceId } = await fixture.call(owner, createNamespace, {
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
    const { id: policyId } = await fixture.call(owner, createPolicy, { params, body: policy });
    await expect(fixture.call(viewer, createTeam, { params, body: { name: 'Own' } })).rejects.toMatchObject(
      errorWith('forbidden'),
    );
    await expect(fixture.call(fixture.newUser(), getOrganization, { params })).rejects.toMatchObject(
      errorWith('not_found'),
    );

    expect(JSON.stringify((await fixture.factsOf(owner)).facts)).toContain(policyId);
    const { items } = await fixture.call(owner, listAudit, { params });
    expect(items.map(({ action, outcome }) => [action, outcome])).toEqual(
      expect.arrayContaining([
        ['policy.create', 'success'],
        ['team.create', 'denied'],
      ]),
    );
  });
});
