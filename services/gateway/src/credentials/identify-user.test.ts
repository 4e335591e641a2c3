import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Role } from '@strata/contracts/schemas/organization';
import { unavailable } from '@strata/kernel/errors';
import { createFindMember } from './find-member.ts';
import { createFindRights } from './find-rights.ts';
import { createIdentifyUser } from './identify-user.ts';
import type { Membership, MemberStore } from './member-store.ts';
import type { SessionState } from './session-state.ts';
import type { TenantRoles } from './tenant-roles.ts';
import type { TokenSubject } from './token-subject.ts';

const own: TokenSubject = { userId: 'usr_1', tenantId: 'ten_a', external: null, voucher: null, age: { generation: 0 } };
const sessions: SessionState = { generation: 0, endedAt: null };
const vouched = { id: 'usr_1', issuer: 'https://login.example.com', subject: 'ada', email: null, name: null };
const external: TokenSubject = { ...own, external: vouched, voucher: vouched.issuer, age: { issuedAt: new Date(0) } };

describe('A user token', () => {
  let subject: TokenSubject | undefined;
  let member: Membership | undefined;
  /** What the cache still holds. */
  const known: Membership[] = [];
  const forgetMember = jest.fn();
  const rolesOf = jest.fn<() => Promise<TenantRoles>>();
  const withRoles = (roles: readonly Role[], isFormer = false) => rolesOf.mockResolvedValue({ roles, isFormer });
  const identify = createIdentifyUser({
    verify: async (text) => (text === 'good' ? { issuer: 'i', subject: 's', claims: {} } : undefined),
    subjectOf: () => subject,
    memberOf: async () => known.shift() ?? member,
    forgetMember,
    vouches: (issuer, tenantId) => issuer === vouched.issuer && tenantId === own.tenantId,
    findRights: createFindRights(rolesOf),
  });
  beforeEach(() => {
    subject = own;
    member = { isOwner: false, issuer: null, sessions };
    forgetMember.mockReset();
    rolesOf.mockReset();
    withRoles(['developer']);
  });
  const scopes = async () => (await identify('good'))?.actor.scopes;

  it('authenticates a user with every scope in the live environment of the tenant', async () => {
    expect(await identify('good')).toEqual({
      scope: { tenantId: 'ten_a', environment: 'live' },
      actor: { type: 'user', id: 'usr_1', scopes: ['read', 'write', 'admin'], isTenantAdmin: false },
      ownRate: null,
    });
  });

  it('of a session that began with an issuer counts only while that issuer is trusted', async () => {
    withRoles([]);
    subject = { ...own, voucher: vouched.issuer };
    expect(await scopes()).toEqual(['read', 'write', 'admin']);
    withRoles(['owner']);
    subject = { ...own, voucher: 'https://gone.example.com' };
    expect(await identify('good')).toBeUndefined();
  });

  it('is rejected if it is invalid, names no user, or its user is not a member', async () => {
    expect(await identify('bad')).toBeUndefined();
    member = undefined;
    expect(await identify('good')).toBeUndefined();
    subject = undefined;
    expect(await identify('good')).toBeUndefined();
    expect(rolesOf).not.toHaveBeenCalled();
  });

  it.each<[Role[], boolean]>([
    [['viewer'], true],
    [['analyst'], true],
    [['viewer', 'analyst', 'viewer'], true],
    [['viewer', 'developer'], false],
    [['manager'], false],
    [['owner'], false],
  ])('with the roles %j only reads: %s', async (roles, readsOnly) => {
    withRoles(roles);
    expect(await scopes()).toEqual(readsOnly ? ['read'] : ['read', 'write', 'admin']);
  });

  it.each<[Role, boolean]>([
    ['owner', true],
    ['admin', true],
    ['manager', false],
    ['viewer', false],
  ])('with the role %s makes a tenant admin: %s', async (role, isTenantAdmin) => {
    withRoles([role]);
    expect(await identify('good')).toMatchObject({ actor: { isTenantAdmin } });
  });

  it('of the owner makes a tenant admin', async () => {
    member = { isOwner: true, issuer: null, sessions };
    expect(await identify('good')).toMatchObject({ actor: { isTenantAdmin: true } });
  });

  it('has every scope without a role if an issuer vouches for the membership', async () => {
    subject = external;
    withRoles([]);
    expect(await scopes()).toEqual(['read', 'write', 'admin']);
  });

  it('is rejected without a role if no issuer vouches for the membership, or the user was removed from the organizations', async () => {
    withRoles([]);
    expect(await identify('good')).toBeUndefined();
    subject = external;
    withRoles([], true);
    expect(await identify('good')).toBeUndefined();
  });

  it.each([
    [{ generation: 0 }, 0, true],
    [{ generation: 1 }, 1, true],
    [{ generation: 0 }, 1, false],
    [{ generation: 1 }, 0, false],
  ])('of the age %j works in generation %d of the user’s sessions: %s', async (age, generation, works) => {
    subject = { ...own, age };
    member = { isOwner: true, issuer: null, sessions: { generation, endedAt: null } };
    expect((await identify('good')) !== undefined).toBe(works);
  });

  it.each([
    [-1_000, false],
    [0, false],
    [1_000, true],
  ])('of an external issuer, issued %d ms after the sessions were ended, works: %s', async (after, works) => {
    const endedAt = new Date('2026-05-08T09:00:00Z');
    subject = { ...external, age: { issuedAt: new Date(endedAt.getTime() + after) } };
    member = { isOwner: true, issuer: 'i', sessions: { generation: 4, endedAt } };
    expect((await identify('good')) !== undefined).toBe(works);
  });

  it('is not rejected because the cache is older than a new session', async () => {
    subject = { ...own, age: { generation: 1 } };
    known.push({ isOwner: true, issuer: null, sessions });
    member = { isOwner: true, issuer: null, sessions: { generation: 1, endedAt: new Date() } };
    expect(await identify('good')).toBeDefined();
    expect(forgetMember).toHaveBeenCalledTimes(1);
  });

  it('is unavailable while the roles cannot be read, except for an owner', async () => {
    rolesOf.mockRejectedValue(unavailable('The roles'));
    await expect(identify('good')).rejects.toMatchObject({ code: 'unavailable' });
    member = { isOwner: true, issuer: null, sessions };
    expect(await scopes()).toEqual(['read', 'write', 'admin']);
  });
});

describe('The membership of a user', () => {
  const at = new Date('2026-05-08T09:00:00Z');
  const find = jest.fn<MemberStore['find']>();
  const admit = jest.fn<MemberStore['admit']>();
  const findMember = createFindMember({ members: { find, admit }, clock: { now: () => at } });
  beforeEach(() => {
    find.mockReset().mockResolvedValue(undefined);
    admit.mockReset().mockResolvedValue({ isOwner: false, issuer: null, sessions });
  });

  it('is created for the first token of an external user', async () => {
    expect(await findMember(external)).toEqual({ isOwner: false, issuer: null, sessions });
    expect(admit).toHaveBeenCalledWith('ten_a', vouched, at);
  });

  it('is not created for a member or a local user', async () => {
    expect(await findMember(own)).toBeUndefined();
    find.mockResolvedValue({ isOwner: true, issuer: null, sessions });
    expect(await findMember(external)).toEqual({ isOwner: true, issuer: null, sessions });
    expect(admit).not.toHaveBeenCalled();
  });
});
