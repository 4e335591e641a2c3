import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRoles } from '@strata/contracts/calls/organizations';
import { inviteMember, listMembers, removeMember, updateMember } from '@strata/contracts/operations/organizations';
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type Invitation,
  type Role,
} from '@strata/contracts/schemas/organization';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { startOrganizationFixture, type OrganizationFixture, type TestUser } from './organization-fixture.ts';

const INVALID = { code: 'validation_error', message: 'token is not a valid invitation' };
const ROUNDS = 5;

describeOnDatabase('An invitation', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  let invited = 0;
  const invite = (by: TestUser, orgId: string, role: Role, more: object = {}): Promise<Invitation> => {
    invited += 1;
    const body = { email: `invitee${invited}@example.org`, role, ...more };
    return fixture.call(by, inviteMember, { params: { orgId }, body });
  };
  const redeem = ({ invitationToken: token, email }: Invitation, userId?: string) =>
    fixture.redeem({ token, email, ...(userId === undefined ? {} : { userId }) });
  const setRole = (by: TestUser, orgId: string, memberId: string, role: Role) =>
    fixture.call(by, updateMember, { params: { orgId, memberId }, body: { role } });
  const remove = (by: TestUser, orgId: string, memberId: string) =>
    fixture.call(by, removeMember, { params: { orgId, memberId } });
  const members = async (by: TestUser, orgId: string) =>
    (await fixture.call(by, listMembers, { params: { orgId }, query: { limit: 100 } })).items;
  const withdrawn = async (by: TestUser, orgId: string) =>
    (await fixture.auditEntries(by, orgId, 'invitation.withdraw')).map((entry) => [entry.resource_id, entry.actor_id]);
  /** Puts an invitation back that was withdrawn, to show that the redemption itself checks the inviter. */
  const restore = (owner: TestUser, orgId: string, { id, role, email, invitationToken }: Invitation, by: TestUser) =>
    fixture.restoreInvitation(owner, orgId, { id, role, email, token: invitationToken, invitedBy: by.userId });

  test('shows in the list who sent it, also after it was redeemed; a founder was invited by no one', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const manager = await fixture.newMember(orgId, owner, 'manager');
    const invitation = await invite(manager, orgId, 'viewer');
    const inviters = async () => (await members(owner, orgId)).map(({ invitedBy }) => invitedBy);
    expect(await inviters()).toEqual([null, owner.userId, manager.userId]);
    await redeem(invitation);
    expect(await inviters()).toEqual([null, owner.userId, manager.userId]);
  });

  describe('is withdrawn, with an entry in the audit log, when its inviter', () => {
    test('is removed: a removed admin cannot redeem an invitation that they sent to themselves', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const admin = await fixture.newMember(orgId, owner, 'admin');
      const [own, other] = [await invite(admin, orgId, 'admin'), await invite(admin, orgId, 'viewer')];
      const kept = await invite(owner, orgId, 'viewer');
      await remove(owner, orgId, admin.memberId);
      for (const invitation of [own, other])
        await expect(redeem(invitation, admin.userId)).rejects.toMatchObject(INVALID);
      expect(await withdrawn(owner, orgId)).toEqual([
        [own.id, owner.userId],
        [other.id, owner.userId],
      ]);
      expect((await members(owner, orgId)).map(({ id }) => id)).toContain(kept.id);
      expect(await redeem(kept)).toMatchObject({ role: 'viewer' });
    });

    test('leaves by themselves', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const admin = await fixture.newMember(orgId, owner, 'admin');
      const invitation = await invite(admin, orgId, 'admin');
      await remove(admin, orgId, admin.memberId);
      expect(await withdrawn(owner, orgId)).toEqual([[invitation.id, admin.userId]]);
      await expect(redeem(invitation)).rejects.toMatchObject(INVALID);
    });

    test('is the founder, and leaves', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const heir = await fixture.newMember(orgId, owner, 'owner');
      const invitation = await invite(owner, orgId, 'admin');
      const [founder] = await members(owner, orgId);
      await remove(heir, orgId, founder?.id ?? '');
      await expect(redeem(invitation)).rejects.toMatchObject(INVALID);
    });

    test('is demoted to a role that may not invite', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const manager = await fixture.newMember(orgId, owner, 'manager');
      const invitation = await invite(manager, orgId, 'viewer');
      await setRole(owner, orgId, manager.memberId, 'developer');
      expect(await withdrawn(owner, orgId)).toEqual([[invitation.id, owner.userId]]);
      await expect(redeem(invitation)).rejects.toMatchObject(INVALID);
    });

    test('is demoted below the role that it gives; those at or below the new role stay', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const admin = await fixture.newMember(orgId, owner, 'admin');
      const [above, equal] = [await invite(admin, orgId, 'admin'), await invite(admin, orgId, 'manager')];
      await setRole(owner, orgId, admin.memberId, 'manager');
      expect(await withdrawn(owner, orgId)).toEqual([[above.id, owner.userId]]);
      await expect(redeem(above)).rejects.toMatchObject(INVALID);
      expect(await redeem(equal)).toMatchObject({ role: 'manager' });
    });
  });

  describe('cannot be redeemed, even while it is stored, if its inviter', () => {
    test('is no member any more, or has a lower role', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const [gone, lower] = [
        await fixture.newMember(orgId, owner, 'admin'),
        await fixture.newMember(orgId, owner, 'admin'),
      ];
      const invitations = [await invite(gone, orgId, 'admin'), await invite(lower, orgId, 'admin')] as const;
      await remove(owner, orgId, gone.memberId);
      await setRole(owner, orgId, lower.memberId, 'manager');
      await restore(owner, orgId, invitations[0], gone);
      await restore(owner, orgId, invitations[1], lower);
      for (const invitation of invitations) await expect(redeem(invitation)).rejects.toMatchObject(INVALID);
    });

    test.each(['is removed', 'only reads'])(
      'founded the organization as an admin of another one, in which they now %s',
      async (how) => {
        const { orgId, owner } = await fixture.newOrganization();
        const admin = await fixture.newMember(orgId, owner, 'admin');
        const { orgId: second } = await fixture.newOrganization(admin);
        const invitation = await invite(admin, second, 'admin');
        if (how === 'is removed') await remove(owner, orgId, admin.memberId);
        else await setRole(owner, orgId, admin.memberId, 'viewer');
        await expect(redeem(invitation)).rejects.toMatchObject(INVALID);
      },
    );
  });

  describe('from an organization that a demoted admin founded', () => {
    const TOO_HIGH = { code: 'forbidden', message: expect.stringContaining('the highest one that others gave you') };
    /** An admin of a first organization, who founded a second one, is demoted in the first. */
    const demoted = async (role: Role) => {
      const { orgId, owner } = await fixture.newOrganization();
      const admin = await fixture.newMember(orgId, owner, 'admin');
      const { orgId: second } = await fixture.newOrganization(admin);
      const earlier = await invite(admin, second, 'admin');
      const present = await fixture.newMember(second, admin, 'developer');
      const demote = () => setRole(owner, orgId, admin.memberId, role);
      return { orgId, owner, admin, second, earlier, present, demote };
    };

    test('cannot be sent, repeated or changed with a role above the one that counts in the tenant', async () => {
      const { admin, second, earlier, demote } = await demoted('developer');
      const open = await invite(admin, second, 'developer');
      await demote();
      for (const role of ['owner', 'admin', 'manager'] as const) {
        await expect(invite(admin, second, role)).rejects.toMatchObject(TOO_HIGH);
        await expect(setRole(admin, second, open.id, role)).rejects.toMatchObject(TOO_HIGH);
      }
      await expect(invite(admin, second, 'admin', { email: earlier.email })).rejects.toMatchObject(TOO_HIGH);
      expect(await redeem(open)).toMatchObject({ role: 'developer' });
    });

    test('cannot be redeemed with a role above it, if it was sent before', async () => {
      const { admin, second, earlier, demote } = await demoted('developer');
      await demote();
      await expect(redeem(earlier)).rejects.toMatchObject(INVALID);
      expect(await setRole(admin, second, earlier.id, 'viewer')).toMatchObject({ role: 'viewer' });
      expect(await redeem(earlier)).toMatchObject({ role: 'viewer' });
    });

    test('does not let them raise its member above it', async () => {
      const { admin, second, present, demote } = await demoted('developer');
      await demote();
      for (const role of ['owner', 'admin', 'manager'] as const)
        await expect(setRole(admin, second, present.memberId, role)).rejects.toMatchObject(TOO_HIGH);
      expect(await setRole(admin, second, present.memberId, 'viewer')).toMatchObject({ role: 'viewer' });
    });

    test('gives up to manager if they are a manager now', async () => {
      const { orgId, admin, second, demote } = await demoted('manager');
      await demote();
      for (const at of [orgId, second])
        expect(await redeem(await invite(admin, at, 'manager'))).toMatchObject({ role: 'manager' });
      await expect(invite(admin, second, 'admin')).rejects.toMatchObject(TOO_HIGH);
    });
  });

  test('can be redeemed if the tenant’s owner sent it from any organization, or an admin from a second one', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    expect(await redeem(await invite(owner, second, 'owner'))).toMatchObject({ role: 'owner' });
    const admin = await fixture.newMember(orgId, owner, 'admin');
    const { orgId: third } = await fixture.newOrganization(admin);
    expect(await redeem(await invite(admin, third, 'admin'))).toMatchObject({ role: 'admin' });
  });

  test('belongs to the user who changed or replaced it last, not to its first sender', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const manager = await fixture.newMember(orgId, owner, 'manager');
    const [changed, replaced] = [await invite(manager, orgId, 'viewer'), await invite(manager, orgId, 'viewer')];
    expect(await setRole(owner, orgId, changed.id, 'admin')).toMatchObject({ invitedBy: owner.userId });
    const again = await invite(owner, orgId, 'viewer', { email: replaced.email });
    await remove(owner, orgId, manager.memberId);
    expect(await redeem(changed)).toMatchObject({ role: 'admin' });
    await expect(redeem(replaced)).rejects.toMatchObject(INVALID);
    expect(await redeem(again)).toMatchObject({ role: 'viewer' });
  });

  test('is either redeemed before its inviter is removed, or not at all', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { orgId, owner } = await fixture.newOrganization();
      const admin = await fixture.newMember(orgId, owner, 'admin');
      const invitation = await invite(admin, orgId, 'admin');
      const removal = round % 2 === 0 ? undefined : remove(owner, orgId, admin.memberId);
      const redemption = redeem(invitation);
      const [redeemed] = await Promise.allSettled([redemption, removal ?? remove(owner, orgId, admin.memberId)]);
      const isMember = (await members(owner, orgId)).some(({ id }) => id === invitation.id);
      expect([isMember, (await withdrawn(owner, orgId)).length]).toEqual(
        redeemed.status === 'fulfilled' ? [true, 0] : [false, 1],
      );
    }
  });

  test('gives teams only by someone who may change teams', () => {
    for (const role of ROLES.filter((each) => ROLE_PERMISSIONS[each].includes('member:invite')))
      expect(ROLE_PERMISSIONS[role]).toEqual(expect.arrayContaining(PERMISSIONS.filter((p) => p.startsWith('team:'))));
  });

  test('cannot turn its founder’s own role into one that counts in the tenant', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const partner = await fixture.newMember(orgId, owner, 'owner');
    const { orgId: second } = await fixture.newOrganization(partner);
    await redeem(await invite(partner, second, 'owner'));
    const [founder] = await members(partner, second);
    await setRole(partner, second, founder?.id ?? '', 'admin');
    await remove(owner, orgId, partner.memberId);
    expect(await fixture.bus.call(readRoles, { userId: partner.userId }, owner.context)).toEqual({
      roles: [],
      isFormer: true,
    });
  });
});
