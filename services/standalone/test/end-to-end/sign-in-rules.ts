import { expect, test } from '@jest/globals';
import { logIn } from '@strata/contracts/operations/accounts';
import { listMemories } from '@strata/contracts/operations/memories';
import { acceptInvitation, inviteMember, listMembers } from '@strata/contracts/operations/organizations';
import { changePassword, issuePasswordReset, logOut, resetPassword } from '@strata/contracts/operations/sign-in';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import { newMember, newOrganization, PASSWORD } from '../fixtures/members.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

const NEW_PASSWORD = 'blue ferry at low tide';

/** Users change passwords, end their sessions, and are helped when they forgot a password. */
export function signInRules(base: () => string): void {
  const newOwner = async () => {
    const owner = await newTenant(base());
    return { owner, orgId: await newOrganization(owner.user) };
  };
  /** A user who owns a tenant and is a member of an organization of another one, with a token for each. */
  const newGuest = async (inviting: ApiClient, orgId: string, tenantId: string) => {
    const guest = await newTenant(base());
    const { email, password } = guest;
    const body = { email, role: 'viewer' };
    const { invitationToken, id } = await inviting.call(inviteMember, { params: { orgId }, body });
    await guest.user.call(acceptInvitation, { body: { token: invitationToken } });
    const there = guest.user.as((await guest.user.call(logIn, { body: { email, password, tenantId } })).token);
    return { ...guest, there, memberId: id };
  };
  const isRejected = async (user: ApiClient): Promise<boolean> => (await user.get('/v1/memories')).status === 401;

  test('a logout and a change of the password end a user’s sessions in every tenant', async () => {
    const { owner, orgId } = await newOwner();
    const { email, password, user: own, there } = await newGuest(owner.user, orgId, owner.tenantId);
    for (const user of [own, there]) expect(await isRejected(user)).toBe(false);
    await there.call(logOut);
    for (const user of [own, there]) await eventually(() => isRejected(user));
    const again = own.as((await own.call(logIn, { body: { email, password } })).token);
    const body = { currentPassword: password, newPassword: NEW_PASSWORD };
    const { token } = await again.call(changePassword, { body });
    expect((await own.as(token).call(listMemories)).items).toEqual([]);
    await eventually(() => isRejected(again));
  });

  test('an admin lets a member set a new password, once, which ends the member’s sessions', async () => {
    const { owner, orgId } = await newOwner();
    const { user: admin } = await newMember(owner.user, orgId, 'admin');
    const { user, email, memberId } = await newMember(owner.user, orgId, 'developer');
    const { resetToken } = await admin.call(issuePasswordReset, { params: { orgId, memberId } });
    const anonymous = admin.as(undefined);
    const reset = (body: object) => anonymous.post('/v1/auth/password-reset', body);
    expect(await reset({ token: resetToken, newPassword: 'Password2026!' })).toMatchObject({ status: 400 });
    const body = { token: resetToken, newPassword: NEW_PASSWORD };
    expect(await anonymous.call(resetPassword, { body })).toMatchObject({ changedAt: expect.any(String) });
    await eventually(() => isRejected(user));
    expect(await reset(body)).toMatchObject({ status: 400 });
    expect(await anonymous.post('/v1/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 401 });
    const { tenant } = await anonymous.call(logIn, { body: { email, password: NEW_PASSWORD } });
    expect(tenant.id).toBe(owner.tenantId);
  });

  test.each(['a change of the password', 'a logout'])('a reset token does not work any more after %s', async (what) => {
    const { owner, orgId } = await newOwner();
    const { user, email, password, memberId } = await newMember(owner.user, orgId, 'developer');
    const { resetToken: token } = await owner.user.call(issuePasswordReset, { params: { orgId, memberId } });
    const changed = { currentPassword: password, newPassword: `${NEW_PASSWORD} again` };
    const isLogout = what === 'a logout';
    await (isLogout ? user.call(logOut) : user.call(changePassword, { body: changed }));
    const anonymous = user.as(undefined);
    const body = { token, newPassword: NEW_PASSWORD };
    expect(await anonymous.post('/v1/auth/password-reset', body)).toMatchObject({ status: 400 });
    const present = isLogout ? password : changed.newPassword;
    expect((await anonymous.call(logIn, { body: { email, password: present } })).user.email).toBe(email);
  });

  test('a password that opens another tenant, or owns this one, cannot be reset', async () => {
    const { owner, orgId } = await newOwner();
    const { memberId: guest } = await newGuest(owner.user, orgId, owner.tenantId);
    const { user: second } = await newMember(owner.user, orgId, 'owner');
    const { items } = await second.call(listMembers, { params: { orgId } });
    const founder = items.find(({ userId }) => userId === owner.userId)?.id ?? '';
    for (const memberId of [guest, founder])
      expect(
        await second.post(`/v1/organizations/${orgId}/members/${memberId}/password-reset`, undefined),
      ).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  test('a reset ends with the account’s second tenant: it does not open what was joined meanwhile', async () => {
    const { owner, orgId } = await newOwner();
    const { user, email, password, memberId } = await newMember(owner.user, orgId, 'developer');
    const { resetToken: token } = await owner.user.call(issuePasswordReset, { params: { orgId, memberId } });
    const other = await newOwner();
    const params = { orgId: other.orgId };
    const { invitationToken } = await other.owner.user.call(inviteMember, { params, body: { email, role: 'viewer' } });
    await user.call(acceptInvitation, { body: { token: invitationToken } });
    const body = { token, newPassword: NEW_PASSWORD };
    expect(await user.as(undefined).post('/v1/auth/password-reset', body)).toMatchObject({ status: 400 });
    expect((await user.call(logIn, { body: { email, password } })).user.email).toBe(email);
  });
}
