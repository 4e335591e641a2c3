import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRoles, redeemInvitation } from '@strata/contracts/calls/organizations';
import { inviteMember, listMembers, removeMember, updateMember } from '@strata/contracts/operations/organizations';
import type { Invitation } from '@strata/contracts/schemas/organization';
import { systemContext } from '@strata/kernel/actor';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createHash } from 'node:crypto';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const DAY_MS = 24 * 3600 * 1000;
const INVALID = {
  code: 'validation_error',
  message: 'token is not a valid invitation',
  details: [{ field: 'token', message: 'is not a valid invitation' }],
};

describeOnDatabase('An invitation', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend, { INVITATION_DAYS: '3' });
  });
  afterAll(() => fixture.close());

  let invited = 0;
  const invite = async (
    more: Record<string, unknown> = {},
  ): Promise<{ orgId: string; owner: TestUser } & Invitation> => {
    const { orgId, owner } = await fixture.newOrganization();
    return { orgId, owner, ...(await again(orgId, owner, more)) };
  };
  const again = (orgId: string, by: TestUser, more: Record<string, unknown> = {}): Promise<Invitation> => {
    invited += 1;
    const body = { email: `invitee${invited}@example.org`, role: 'developer', ...more };
    return fixture.call(by, inviteMember, { params: { orgId }, body });
  };

  test('shows its expiry, and its token of at least 160 random bits once', async () => {
    const { orgId, owner, ...invitation } = await invite({ email: ' Ada@Example.org ' });
    expect(invitation).toEqual({
      id: expect.stringMatching(/^mbr_/),
      email: 'ada@example.org',
      role: 'developer',
      teamIds: [],
      status: 'invited',
      expiresAt: expect.any(String),
      invitationToken: expect.stringMatching(/^strata_inv_[\w-]{43}$/),
    });
    const lifetime = Date.parse(invitation.expiresAt) - Date.now();
    expect(Math.round(lifetime / DAY_MS)).toBe(3);
    const listed = await fixture.call(owner, listMembers, { params: { orgId } });
    expect(JSON.stringify(listed)).not.toContain(invitation.invitationToken.slice(-43));
  });

  test('stores only the hash of its token, and does not log the token', async () => {
    const { owner, invitationToken: token, email } = await invite();
    await fixture.redeem({ token, email });
    await expect(fixture.redeem({ token: `${token}x`, email })).rejects.toMatchObject(INVALID);
    const rows = await fixture.database.inTenant(owner.context.scope, (tx) => tx.query('select * from members'));
    const stored = JSON.stringify(rows);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    for (const place of [stored, fixture.log.text()]) expect(place).not.toContain(token.slice(-43));
  });

  test('is a conflict for the address of a member, in upper or lower case', async () => {
    const { orgId, owner, invitationToken: token, email } = await invite();
    await fixture.redeem({ token, email });
    for (const address of [email, email.toUpperCase(), owner.email])
      await expect(again(orgId, owner, { email: address })).rejects.toMatchObject(errorWith('conflict'));
  });

  test('replaces an open invitation to the same address, whose token becomes invalid', async () => {
    const { orgId, owner, email, invitationToken: first } = await invite();
    const { invitationToken: second } = await again(orgId, owner, { email: email.toUpperCase(), role: 'viewer' });
    await expect(fixture.redeem({ token: first, email })).rejects.toMatchObject(INVALID);
    expect(await fixture.redeem({ token: second, email })).toMatchObject({ role: 'viewer' });
    const { items } = await fixture.call(owner, listMembers, { params: { orgId } });
    expect(items.map((member) => member.status)).toEqual(['active', 'active']);
  });

  test('remains the only one of several that are sent to one address at once', async () => {
    const { orgId, owner, email } = await invite();
    const tokens = await Promise.all([1, 2, 3].map(() => again(orgId, owner, { email })));
    const outcomes = await Promise.allSettled(
      tokens.map(({ invitationToken: token }) => fixture.redeem({ token, email })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('can get another role, or be withdrawn, while it is open', async () => {
    const { orgId, owner, id: memberId, invitationToken: token, email } = await invite();
    const changed = await fixture.call(owner, updateMember, { params: { orgId, memberId }, body: { role: 'analyst' } });
    expect(changed).toMatchObject({ role: 'analyst', status: 'invited' });
    await fixture.call(owner, removeMember, { params: { orgId, memberId } });
    await expect(fixture.redeem({ token, email })).rejects.toMatchObject(INVALID);
  });

  test('is gone after it expires, and its address can be invited again', async () => {
    const { orgId, owner, id: memberId, invitationToken: token, email } = await invite({ role: 'owner' });
    const manager = await fixture.newMember(orgId, owner, 'manager');
    fixture.advanceClock(3 * DAY_MS);
    await expect(fixture.redeem({ token, email })).rejects.toMatchObject(INVALID);
    const { items, pagination } = await fixture.call(owner, listMembers, { params: { orgId } });
    expect([items.length, pagination.total]).toEqual([2, 2]);
    const params = { orgId, memberId };
    await expect(fixture.call(owner, removeMember, { params })).rejects.toMatchObject(errorWith('not_found'));
    expect(await again(orgId, manager, { email, role: 'viewer' })).toMatchObject({ role: 'viewer' });
  });

  describe('when it is redeemed', () => {
    test('creates a member with the granted role, and announces the role', async () => {
      const { orgId, owner, id, invitationToken: token, email } = await invite({ role: 'analyst' });
      const { tenantId } = owner.context.scope;
      const result = await fixture.redeem({ token, email, userId: 'usr_new' });
      expect(result).toEqual({ tenantId, userId: 'usr_new', organizationId: orgId, role: 'analyst' });
      const { items } = await fixture.call(owner, listMembers, { params: { orgId } });
      expect(items[1]).toMatchObject({ id, userId: 'usr_new', email, name: 'Invited User', status: 'active' });
      expect(await fixture.bus.call(readRoles, { userId: 'usr_new' }, owner.context)).toMatchObject({
        roles: ['analyst'],
      });
      expect(fixture.announcedRoles).toContainEqual({ userId: 'usr_new', tenantId });
    });

    test('returns the same result again to the same address, even after it expires', async () => {
      const { invitationToken: token, email } = await invite();
      const first = await fixture.redeem({ token, email });
      expect(await fixture.redeem({ token, email })).toEqual(first);
      fixture.advanceClock(3 * DAY_MS);
      expect(await fixture.redeem({ token, email })).toEqual(first);
    });

    test('creates one member for concurrent requests', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      const results = await Promise.all([1, 2, 3, 4].map(() => fixture.redeem({ token, email })));
      expect(new Set(results.map(({ userId }) => userId)).size).toBe(1);
      expect((await fixture.call(owner, listMembers, { params: { orgId } })).items).toHaveLength(2);
    });

    test('fails with the same error for every invalid claim', async () => {
      const { orgId, owner, id: memberId, invitationToken: token, email } = await invite();
      const used = await invite();
      await fixture.redeem({ token: used.invitationToken, email: used.email });
      const wrong = [
        { token: 'made-up', email },
        { token: '', email },
        { token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, email },
        { token, email: 'another@example.org' },
        { token: used.invitationToken, email },
        { token: createHash('sha256').update(token).digest('hex'), email },
      ];
      for (const claim of wrong) await expect(fixture.redeem(claim)).rejects.toMatchObject(INVALID);
      await fixture.redeem({ token, email });
      await fixture.call(owner, removeMember, { params: { orgId, memberId } });
      await expect(fixture.redeem({ token, email })).rejects.toMatchObject(INVALID);
    });

    test('passes to another user only from a user whose account was never created', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      await fixture.redeem({ token, email, userId: 'usr_never' });
      const account = { token, email, userId: 'usr_real' };
      expect(await fixture.redeem({ ...account, replacing: 'usr_other' })).toMatchObject({ userId: 'usr_never' });
      expect(await fixture.redeem({ ...account, replacing: 'usr_never' })).toMatchObject({ userId: 'usr_real' });
      expect(await fixture.redeem(account)).toMatchObject({ userId: 'usr_real' });
      const { items } = await fixture.call(owner, listMembers, { params: { orgId } });
      expect(items.map(({ userId }) => userId)).toEqual([owner.userId, 'usr_real']);
    });

    test('is a conflict for a user who is a member already', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { invitationToken: token, email } = await again(orgId, owner);
      await expect(fixture.redeem({ token, email, userId: owner.userId })).rejects.toMatchObject(errorWith('conflict'));
    });
  });

  describe('in the audit log', () => {
    const audited = (owner: TestUser, orgId: string, action: string) => fixture.auditEntries(owner, orgId, action);

    test('has an entry with the actor when it is created, replaced and withdrawn', async () => {
      const { orgId, owner, id: first, email, expiresAt } = await invite();
      const manager = await fixture.newMember(orgId, owner, 'manager');
      const { id: second } = await again(orgId, manager, { email, role: 'viewer' });
      await fixture.call(owner, removeMember, { params: { orgId, memberId: second } });
      const made = { email, role: 'developer', teamIds: [], expiresAt };
      const created = await audited(owner, orgId, 'invitation.create');
      expect(created.map(({ resource_id, actor_id }) => [resource_id, actor_id])).toEqual([
        [first, owner.userId],
        [manager.memberId, owner.userId],
        [second, manager.userId],
      ]);
      expect(created[0]?.changes).toEqual({ before: null, after: made });
      expect(await audited(owner, orgId, 'invitation.withdraw')).toMatchObject([
        { resource_id: first, actor_id: manager.userId, changes: { before: made, after: null } },
        { resource_id: second, actor_id: owner.userId, changes: { before: { email, role: 'viewer' }, after: null } },
      ]);
      expect(await audited(owner, orgId, 'member.delete')).toEqual([]);
    });

    test('has one entry for its redemption, in its own tenant, by the user who joins', async () => {
      const { orgId, owner, id, invitationToken: token, email } = await invite({ role: 'analyst' });
      const claim = { token, email, userId: 'usr_joining' };
      await fixture.redeem(claim);
      await fixture.redeem(claim);
      await fixture.redeem({ ...claim, userId: 'usr_real', replacing: 'usr_joining' });
      const joined = { email, name: 'Invited User', role: 'analyst', teamIds: [] };
      expect(await audited(owner, orgId, 'member.join')).toMatchObject([
        {
          resource_id: id,
          actor_id: 'usr_joining',
          actor_type: 'user',
          changes: { before: null, after: { ...joined, userId: 'usr_joining' } },
        },
        {
          resource_id: id,
          actor_id: 'usr_real',
          changes: { before: { userId: 'usr_joining' }, after: { ...joined, userId: 'usr_real' } },
        },
      ]);
      const elsewhere = await fixture.database.inTenant({ tenantId: 'system', environment: 'live' }, (tx) =>
        tx.query('select 1 from audit_entries'),
      );
      expect(elsewhere).toEqual([]);
    });

    test('has the IP address of the request in the entry for its redemption', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      const context = systemContext({ tenantId: 'system', environment: 'live' }, 'req_joining');
      const claim = { token, email, userId: 'usr_joining', name: null };
      await fixture.bus.call(redeemInvitation, claim, { ...context, ip: '192.0.2.7' });
      expect(await audited(owner, orgId, 'member.join')).toMatchObject([
        { actor_id: 'usr_joining', request_id: 'req_joining', ip: '192.0.2.7' },
      ]);
    });

    test('has no entry for a rejected claim or invitation', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      await expect(fixture.redeem({ token, email: 'other@example.org' })).rejects.toMatchObject(INVALID);
      await expect(fixture.redeem({ token, email, userId: owner.userId })).rejects.toMatchObject(errorWith('conflict'));
      await expect(again(orgId, owner, { email: owner.email })).rejects.toMatchObject(errorWith('conflict'));
      expect(await audited(owner, orgId, 'member.join')).toEqual([]);
      expect(await audited(owner, orgId, 'invitation.create')).toHaveLength(1);
    });

    test('has no part of its token, and no hash of it', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      const { invitationToken: second } = await again(orgId, owner, { email });
      await fixture.redeem({ token: second, email });
      const rows = await fixture.database.inTenant(owner.context.scope, (tx) =>
        tx.query('select * from audit_entries'),
      );
      const stored = JSON.stringify(rows);
      expect(stored).toContain(email);
      for (const secret of [token, second])
        for (const part of [secret.slice(-43), createHash('sha256').update(secret).digest('hex')])
          expect(stored).not.toContain(part);
    });
  });
});
