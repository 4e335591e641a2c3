import { expect, test } from '@jest/globals';
import { logIn } from '@strata/contracts/operations/accounts';
import { captureEvent } from '@strata/contracts/operations/capture';
import { listMemories } from '@strata/contracts/operations/memories';
import {
  acceptInvitation,
  getOrganization,
  inviteMember,
  listMembers,
  listOrganizations,
  removeMember,
  updateMember,
} from '@strata/contracts/operations/organizations';
import type { Role } from '@strata/contracts/schemas/organization';
import { eventually } from '@strata/testkit/eventually';
import { newOrganization, newMember } from '../fixtures/members.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

const EVENT = { type: 'message', sessionId: 's', payload: { role: 'Noor', content: 'The crane is repaired.' } };

/** Members join an organization, act with the permissions of their role, and leave. */
export function organizationRules(base: () => string): void {
  const newOwner = async () => {
    const owner = await newTenant(base());
    return { owner, orgId: await newOrganization(owner.user) };
  };

  test('a user who registers with an invitation is a member in the inviting tenant, and logs in there', async () => {
    const { owner, orgId } = await newOwner();
    const { email, password, ...colleague } = await newMember(owner.user, orgId, 'developer');
    expect(colleague.tenantId).toBe(owner.tenantId);
    const { tenant, user, token } = await owner.user.call(logIn, { body: { email, password } });
    expect(tenant.id).toBe(owner.tenantId);
    const signedIn = owner.user.as(token);
    expect(await signedIn.call(getOrganization, { params: { orgId } })).toMatchObject({ id: orgId, role: 'developer' });
    const { items } = await signedIn.call(listMembers, { params: { orgId } });
    expect(items).toMatchObject([
      { userId: owner.userId, email: owner.email, role: 'owner', status: 'active' },
      { id: colleague.memberId, userId: user.id, email, name: 'Noor', role: 'developer', status: 'active' },
    ]);
    expect((await signedIn.call(captureEvent, { body: EVENT })).status).toBe('queued');
  });

  test('an account that accepts an invitation belongs to both tenants', async () => {
    const { owner, orgId } = await newOwner();
    const guest = await newTenant(base());
    const { email, password, tenantId: ownTenant } = guest;
    const body = { email, role: 'manager' };
    const { invitationToken } = await owner.user.call(inviteMember, { params: { orgId }, body });
    expect(await guest.user.call(acceptInvitation, { body: { token: invitationToken } })).toMatchObject({
      tenant: { id: owner.tenantId },
      organizationId: orgId,
      role: 'manager',
    });
    const { tenantId } = owner;
    const there = guest.user.as((await guest.user.call(logIn, { body: { email, password, tenantId } })).token);
    expect((await there.call(listOrganizations)).items).toMatchObject([{ id: orgId, role: 'manager' }]);
    expect((await guest.user.call(logIn, { body: { email, password } })).tenant.id).toBe(ownTenant);
    expect((await guest.user.call(listOrganizations)).items).toEqual([]);
  });

  test.each<Role>(['viewer', 'analyst'])(
    'the token of a %s only reads, until the user has another role',
    async (role) => {
      const { owner, orgId } = await newOwner();
      const { user, memberId } = await newMember(owner.user, orgId, role);
      expect((await user.call(listMemories)).items).toEqual([]);
      expect(await user.post('/v1/capture', EVENT)).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      });
      await owner.user.call(updateMember, { params: { orgId, memberId }, body: { role: 'developer' } });
      await eventually(async () => (await user.post('/v1/capture', EVENT)).status === 202);
      await owner.user.call(updateMember, { params: { orgId, memberId }, body: { role } });
      await eventually(async () => (await user.post('/v1/capture', EVENT)).status === 403);
    },
  );

  test('an invited user who is removed is rejected everywhere in the tenant', async () => {
    const { owner, orgId } = await newOwner();
    const { user, memberId } = await newMember(owner.user, orgId, 'developer');
    expect((await user.call(listMemories)).items).toEqual([]);
    await owner.user.call(removeMember, { params: { orgId, memberId } });
    await eventually(async () => (await user.get('/v1/memories')).status === 401);
    expect(await user.get('/v1/organizations')).toMatchObject({ status: 401 });
  });

  test('an organization is not found by other tenants, and is forbidden to non-members of its own tenant', async () => {
    const { owner, orgId } = await newOwner();
    const { user: colleague } = await newMember(owner.user, orgId, 'admin');
    const other = await newOrganization(colleague);
    expect(await owner.user.get(`/v1/organizations/${other}`)).toMatchObject({ status: 403 });
    const stranger = await newTenant(base());
    expect(await stranger.user.get(`/v1/organizations/${other}`)).toMatchObject({ status: 404 });
    expect(await owner.api.get(`/v1/organizations/${orgId}`)).toMatchObject({ status: 403 });
  });

  test('a viewer cannot invite others into the tenant through a new organization', async () => {
    const { owner, orgId } = await newOwner();
    const viewer = await newMember(owner.user, orgId, 'viewer');
    const own = await newOrganization(viewer.user);
    const path = `/v1/organizations/${own}/members/invite`;
    const body = { email: 'accomplice@example.org', role: 'owner' };
    expect(await viewer.user.post(path, body)).toMatchObject({ status: 403 });
    expect(await viewer.user.post('/v1/capture', { type: 'message', sessionId: 's', payload: {} })).toMatchObject({
      status: 403,
    });
  });

  test('one of the last two owners remains if both leave at the same time', async () => {
    const { owner, orgId } = await newOwner();
    const { user: second, memberId } = await newMember(owner.user, orgId, 'owner');
    const { items } = await owner.user.call(listMembers, { params: { orgId } });
    const path = `/v1/organizations/${orgId}/members`;
    const leaving = [owner.user.delete(`${path}/${items[0]?.id ?? ''}`), second.delete(`${path}/${memberId}`)];
    const statuses = (await Promise.all(leaving)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });
}
