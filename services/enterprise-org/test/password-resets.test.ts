import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findPasswordReset, redeemPasswordReset } from '@strata/contracts/calls/organizations';
import { inviteMember, removeMember, updateMember } from '@strata/contracts/operations/organizations';
import { issuePasswordReset } from '@strata/contracts/operations/sign-in';
import type { Role } from '@strata/contracts/schemas/organization';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type OrganizationFixture,
  type TestUser,
} from './organization-fixture.ts';

const HOUR_MS = 3600 * 1000;
const INVALID = { code: 'validation_error', message: 'token is not a valid reset token' };

type TestMember = TestUser & { readonly memberId: string };

describeOnDatabase('A password reset', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  const issue = (by: TestUser, orgId: string, memberId: string) =>
    fixture.call(by, issuePasswordReset, { params: { orgId, memberId } });
  const outside = () => systemContext({ tenantId: 'system', environment: 'live' }, newId('req'));
  const find = (token: string) => fixture.bus.call(findPasswordReset, { token }, outside());
  const redeem = (token: string) => fixture.bus.call(redeemPasswordReset, { token }, outside());
  const newMembers = async (...roles: Role[]): Promise<{ orgId: string; owner: TestUser; members: TestMember[] }> => {
    const { orgId, owner } = await fixture.newOrganization();
    const members: TestMember[] = [];
    for (const role of roles) members.push(await fixture.newMember(orgId, owner, role));
    return { orgId, owner, members };
  };
  const two = async (first: Role, second: Role) => {
    const { members, ...organization } = await newMembers(first, second);
    const [one, other] = members as [TestMember, TestMember];
    return { ...organization, one, other };
  };
  /** Makes a user a member of another organization, too. */
  const join = async (user: TestUser, by: TestUser, orgId: string, role: Role): Promise<void> => {
    const { invitationToken: token, email } = await fixture.call(by, inviteMember, {
      params: { orgId },
      body: { email: user.email, role },
    });
    await fixture.redeem({ token, email, userId: user.userId });
  };

  test('shows its token of 256 random bits once, stores only the hash, and is audited', async () => {
    const { orgId, owner, one } = await two('viewer', 'viewer');
    const { resetToken, expiresAt } = await issue(owner, orgId, one.memberId);
    expect(resetToken).toMatch(/^strata_rst_[\w-]{43}$/);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / HOUR_MS)).toBe(1);
    const { tenantId } = owner.context.scope;
    expect(await find(resetToken)).toEqual({ tenantId, userId: one.userId, generation: null });
    expect(await redeem(resetToken)).toEqual({ tenantId, userId: one.userId });
    const stored = await fixture.database.inTenant(owner.context.scope, async (tx) => [
      await tx.query('select * from password_resets'),
      await tx.query('select * from audit_entries'),
    ]);
    for (const place of [JSON.stringify(stored), fixture.log.text()])
      expect(place).not.toContain(resetToken.slice(-43));
    expect(await fixture.auditEntries(owner, orgId, 'password_reset.create')).toMatchObject([
      { resource_id: one.memberId, actor_id: owner.userId, changes: { before: null, after: { userId: one.userId } } },
    ]);
    expect(await fixture.auditEntries(owner, orgId, 'password_reset.redeem')).toMatchObject([
      { resource_id: one.memberId, actor_id: one.userId, changes: { before: { issuedBy: owner.userId } } },
    ]);
  });

  test('works once, for an hour, and only until the next one', async () => {
    const { orgId, owner, one } = await two('viewer', 'viewer');
    const { resetToken: replaced } = await issue(owner, orgId, one.memberId);
    const { resetToken: used } = await issue(owner, orgId, one.memberId);
    await expect(redeem(replaced)).rejects.toMatchObject(INVALID);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => redeem(used)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { resetToken: late } = await issue(owner, orgId, one.memberId);
    fixture.advanceClock(HOUR_MS);
    for (const token of [used, late, '', 'made-up', `${used}x`])
      await expect(find(token)).rejects.toMatchObject(INVALID);
  });

  test.each<[Role, Role, string | undefined]>([
    ['owner', 'owner', undefined],
    ['owner', 'viewer', undefined],
    ['admin', 'admin', undefined],
    ['admin', 'viewer', undefined],
    ['admin', 'owner', 'forbidden'],
    ['manager', 'viewer', 'forbidden'],
    ['viewer', 'viewer', 'forbidden'],
  ])('by %s for %s is denied to an issuer who ranks too low: %s', async (first, second, code) => {
    const { orgId, one, other } = await two(first, second);
    const issuing = issue(one, orgId, other.memberId);
    if (code === undefined) await expect(issuing).resolves.toMatchObject({ resetToken: expect.any(String) });
    else await expect(issuing).rejects.toMatchObject(errorWith(code));
  });

  test('is a conflict for the caller and for an open invitation', async () => {
    const { orgId, owner, one } = await two('admin', 'viewer');
    await expect(issue(one, orgId, one.memberId)).rejects.toMatchObject(errorWith('conflict'));
    const body = { email: 'soon@example.org', role: 'viewer' };
    const { id } = await fixture.call(owner, inviteMember, { params: { orgId }, body });
    await expect(issue(one, orgId, id)).rejects.toMatchObject(errorWith('conflict'));
    await expect(issue(one, orgId, 'mbr_none')).rejects.toMatchObject(errorWith('not_found'));
  });

  test.each(['external', 'owner', 'elsewhere'] as const)(
    'is a conflict if the password opens more than the tenant, or the user has no password: %s',
    async (obstacle) => {
      const { orgId, owner, one } = await two('viewer', 'viewer');
      fixture.obstacles.set(one.userId, obstacle);
      await expect(issue(owner, orgId, one.memberId)).rejects.toMatchObject(errorWith('conflict'));
      expect(await fixture.auditEntries(owner, orgId, 'password_reset.create')).toEqual([]);
    },
  );

  test('is forbidden for a member of another organization in which the issuer could not change them', async () => {
    const { orgId, owner, one: admin, other } = await two('admin', 'viewer');
    const { orgId: second } = await fixture.newOrganization(owner);
    await join(other, owner, second, 'viewer');
    await expect(issue(admin, orgId, other.memberId)).rejects.toMatchObject(errorWith('forbidden'));
    await join(admin, owner, second, 'manager');
    await expect(issue(admin, orgId, other.memberId)).rejects.toMatchObject(errorWith('forbidden'));
    expect(await issue(owner, orgId, other.memberId)).toBeDefined();
  });

  test('is forbidden in an organization that the issuer founded before they lost their role in the tenant', async () => {
    const { orgId, owner, one: admin } = await two('admin', 'viewer');
    const { orgId: second } = await fixture.newOrganization(admin);
    const victim = await fixture.newMember(second, admin, 'viewer');
    await fixture.call(owner, updateMember, { params: { orgId, memberId: admin.memberId }, body: { role: 'manager' } });
    await expect(issue(admin, second, victim.memberId)).rejects.toMatchObject(errorWith('forbidden'));
  });

  test('is forbidden for a user whose role in the tenant is above the issuer’s, in the issuer’s organization, too', async () => {
    const { orgId, owner, one: issuer } = await two('owner', 'viewer');
    const { orgId: second } = await fixture.newOrganization(issuer);
    const victim = await fixture.newMember(second, issuer, 'owner');
    expect(await issue(issuer, second, victim.memberId)).toBeDefined();
    await fixture.call(owner, updateMember, { params: { orgId, memberId: issuer.memberId }, body: { role: 'admin' } });
    await expect(issue(issuer, second, victim.memberId)).rejects.toMatchObject(errorWith('forbidden'));
  });

  test('remembers the generation of the user’s sessions in which it was issued', async () => {
    const { orgId, owner, one, other } = await two('viewer', 'viewer');
    fixture.generations.set(one.userId, 3);
    const { resetToken } = await issue(owner, orgId, one.memberId);
    fixture.generations.set(one.userId, 4);
    expect(await find(resetToken)).toMatchObject({ userId: one.userId, generation: 3 });
    // A gateway of the previous version states none.
    const { resetToken: unbound } = await issue(owner, orgId, other.memberId);
    expect(await find(unbound)).toMatchObject({ userId: other.userId, generation: null });
  });

  describe('cannot be redeemed any more when', () => {
    const issued = async () => {
      const { orgId, owner, one: admin, other } = await two('admin', 'viewer');
      return { orgId, owner, admin, other, token: (await issue(admin, orgId, other.memberId)).resetToken };
    };

    test('its issuer was removed or demoted', async () => {
      const [first, second] = [await issued(), await issued()];
      await fixture.call(first.owner, removeMember, {
        params: { orgId: first.orgId, memberId: first.admin.memberId },
      });
      await fixture.call(second.owner, updateMember, {
        params: { orgId: second.orgId, memberId: second.admin.memberId },
        body: { role: 'manager' },
      });
      for (const { token } of [first, second]) await expect(redeem(token)).rejects.toMatchObject(INVALID);
    });

    test('its member was promoted above the issuer, or removed', async () => {
      const [first, second] = [await issued(), await issued()];
      await fixture.call(first.owner, updateMember, {
        params: { orgId: first.orgId, memberId: first.other.memberId },
        body: { role: 'owner' },
      });
      await fixture.call(second.owner, removeMember, {
        params: { orgId: second.orgId, memberId: second.other.memberId },
      });
      for (const { token } of [first, second]) await expect(redeem(token)).rejects.toMatchObject(INVALID);
    });
  });
});
