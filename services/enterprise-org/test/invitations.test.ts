import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRoles, redeemInvitation } from '@strata/contracts/calls/organizations';
import { inviteMember, listMembers, removeMember, updateMember } from '@strata/contracts/operations/organizations';
import type { Invitation } from '@strata/contracts/schemas/organization';
import { systemContext } from '@strata/kernel/actor';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createHash } from 'node:crypto';
import { refused, startRig, type Person, type Rig } from './rig.ts';

const DAY_MS = 24 * 3600 * 1000;
const INVALID = {
  code: 'validation_error',
  message: 'token is not a valid invitation',
  details: [{ field: 'token', message: 'is not a valid invitation' }],
};

describeOnDatabase('Invitations', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend, { INVITATION_DAYS: '3' });
  });
  afterAll(() => rig.close());

  let invited = 0;
  const invite = async (more: Record<string, unknown> = {}): Promise<{ orgId: string; owner: Person } & Invitation> => {
    const { orgId, owner } = await rig.found();
    return { orgId, owner, ...(await again(orgId, owner, more)) };
  };
  const again = (orgId: string, by: Person, more: Record<string, unknown> = {}): Promise<Invitation> => {
    invited += 1;
    const body = { email: `invitee${invited}@example.org`, role: 'developer', ...more };
    return rig.ask(by, inviteMember, { params: { orgId }, body });
  };

  test('shows its token once, with at least 160 random bits, and when it expires', async () => {
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
    const listed = await rig.ask(owner, listMembers, { params: { orgId } });
    expect(JSON.stringify(listed)).not.toContain(invitation.invitationToken.slice(-43));
  });

  test('leaves of its token a hash in the database and nothing in the log', async () => {
    const { owner, invitationToken: token, email } = await invite();
    await rig.redeem({ token, email });
    await expect(rig.redeem({ token: `${token}x`, email })).rejects.toMatchObject(INVALID);
    const rows = await rig.database.inTenant(owner.context.scope, (tx) => tx.query('select * from members'));
    const stored = JSON.stringify(rows);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    for (const place of [stored, rig.log.text()]) expect(place).not.toContain(token.slice(-43));
  });

  test('to a member is a conflict, however the address is written', async () => {
    const { orgId, owner, invitationToken: token, email } = await invite();
    await rig.redeem({ token, email });
    for (const address of [email, email.toUpperCase(), owner.email])
      await expect(again(orgId, owner, { email: address })).rejects.toMatchObject(refused('conflict'));
  });

  test('to the same address replaces the open one, whose token opens nothing any more', async () => {
    const { orgId, owner, email, invitationToken: first } = await invite();
    const { invitationToken: second } = await again(orgId, owner, { email: email.toUpperCase(), role: 'viewer' });
    await expect(rig.redeem({ token: first, email })).rejects.toMatchObject(INVALID);
    expect(await rig.redeem({ token: second, email })).toMatchObject({ role: 'viewer' });
    const { items } = await rig.ask(owner, listMembers, { params: { orgId } });
    expect(items.map((member) => member.status)).toEqual(['active', 'active']);
  });

  test('of several to one address at once one stays', async () => {
    const { orgId, owner, email } = await invite();
    const tokens = await Promise.all([1, 2, 3].map(() => again(orgId, owner, { email })));
    const outcomes = await Promise.allSettled(tokens.map(({ invitationToken: token }) => rig.redeem({ token, email })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('may be given another role, or be withdrawn, while it is open', async () => {
    const { orgId, owner, id: memberId, invitationToken: token, email } = await invite();
    const changed = await rig.ask(owner, updateMember, { params: { orgId, memberId }, body: { role: 'analyst' } });
    expect(changed).toMatchObject({ role: 'analyst', status: 'invited' });
    await rig.ask(owner, removeMember, { params: { orgId, memberId } });
    await expect(rig.redeem({ token, email })).rejects.toMatchObject(INVALID);
  });

  test('that has expired is gone, and makes way for another', async () => {
    const { orgId, owner, id: memberId, invitationToken: token, email } = await invite({ role: 'owner' });
    const manager = await rig.join(orgId, owner, 'manager');
    rig.pass(3 * DAY_MS);
    await expect(rig.redeem({ token, email })).rejects.toMatchObject(INVALID);
    const { items, pagination } = await rig.ask(owner, listMembers, { params: { orgId } });
    expect([items.length, pagination.total]).toEqual([2, 2]);
    const params = { orgId, memberId };
    await expect(rig.ask(owner, removeMember, { params })).rejects.toMatchObject(refused('not_found'));
    expect(await again(orgId, manager, { email, role: 'viewer' })).toMatchObject({ role: 'viewer' });
  });

  describe('redeemed', () => {
    test('makes a member with the role that was granted, and says so', async () => {
      const { orgId, owner, id, invitationToken: token, email } = await invite({ role: 'analyst' });
      const { tenantId } = owner.context.scope;
      const answer = await rig.redeem({ token, email, userId: 'usr_new' });
      expect(answer).toEqual({ tenantId, userId: 'usr_new', organizationId: orgId, role: 'analyst' });
      const { items } = await rig.ask(owner, listMembers, { params: { orgId } });
      expect(items[1]).toMatchObject({ id, userId: 'usr_new', email, name: 'Somebody', status: 'active' });
      expect(await rig.bus.call(readRoles, { userId: 'usr_new' }, owner.context)).toMatchObject({ roles: ['analyst'] });
      expect(rig.announced).toContainEqual({ userId: 'usr_new', tenantId });
    });

    test('again by the same address answers as the first time, also when it has expired since', async () => {
      const { invitationToken: token, email } = await invite();
      const first = await rig.redeem({ token, email });
      expect(await rig.redeem({ token, email })).toEqual(first);
      rig.pass(3 * DAY_MS);
      expect(await rig.redeem({ token, email })).toEqual(first);
    });

    test('by two at once makes one member', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      const answers = await Promise.all([1, 2, 3, 4].map(() => rig.redeem({ token, email })));
      expect(new Set(answers.map(({ userId }) => userId)).size).toBe(1);
      expect((await rig.ask(owner, listMembers, { params: { orgId } })).items).toHaveLength(2);
    });

    test('is one and the same refusal whatever is wrong', async () => {
      const { orgId, owner, id: memberId, invitationToken: token, email } = await invite();
      const used = await invite();
      await rig.redeem({ token: used.invitationToken, email: used.email });
      const wrong = [
        { token: 'made-up', email },
        { token: '', email },
        { token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, email },
        { token, email: 'somebody.else@example.org' },
        { token: used.invitationToken, email },
        { token: createHash('sha256').update(token).digest('hex'), email },
      ];
      for (const claim of wrong) await expect(rig.redeem(claim)).rejects.toMatchObject(INVALID);
      await rig.redeem({ token, email });
      await rig.ask(owner, removeMember, { params: { orgId, memberId } });
      await expect(rig.redeem({ token, email })).rejects.toMatchObject(INVALID);
    });

    test('is taken over from a user whose account was never made, and from nobody else', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      await rig.redeem({ token, email, userId: 'usr_never' });
      const account = { token, email, userId: 'usr_real' };
      expect(await rig.redeem({ ...account, replacing: 'usr_other' })).toMatchObject({ userId: 'usr_never' });
      expect(await rig.redeem({ ...account, replacing: 'usr_never' })).toMatchObject({ userId: 'usr_real' });
      expect(await rig.redeem(account)).toMatchObject({ userId: 'usr_real' });
      const { items } = await rig.ask(owner, listMembers, { params: { orgId } });
      expect(items.map(({ userId }) => userId)).toEqual([owner.userId, 'usr_real']);
    });

    test('by somebody who is a member already is a conflict', async () => {
      const { orgId, owner } = await rig.found();
      const { invitationToken: token, email } = await again(orgId, owner);
      await expect(rig.redeem({ token, email, userId: owner.userId })).rejects.toMatchObject(refused('conflict'));
    });
  });

  describe('in the audit log', () => {
    const audited = (owner: Person, orgId: string, action: string) => rig.audited(owner, orgId, action);

    test('are made, replaced and withdrawn, each by whoever did it', async () => {
      const { orgId, owner, id: first, email, expiresAt } = await invite();
      const manager = await rig.join(orgId, owner, 'manager');
      const { id: second } = await again(orgId, manager, { email, role: 'viewer' });
      await rig.ask(owner, removeMember, { params: { orgId, memberId: second } });
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

    test('are redeemed in their own tenant, by the user who joins, once', async () => {
      const { orgId, owner, id, invitationToken: token, email } = await invite({ role: 'analyst' });
      const claim = { token, email, userId: 'usr_joining' };
      await rig.redeem(claim);
      await rig.redeem(claim);
      await rig.redeem({ ...claim, userId: 'usr_real', replacing: 'usr_joining' });
      const joined = { email, name: 'Somebody', role: 'analyst', teamIds: [] };
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
      const elsewhere = await rig.database.inTenant({ tenantId: 'system', environment: 'live' }, (tx) =>
        tx.query('select 1 from audit_entries'),
      );
      expect(elsewhere).toEqual([]);
    });

    test('are redeemed from where the request came from', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      const context = systemContext({ tenantId: 'system', environment: 'live' }, 'req_joining');
      const claim = { token, email, userId: 'usr_joining', name: null };
      await rig.bus.call(redeemInvitation, claim, { ...context, ip: '192.0.2.7' });
      expect(await audited(owner, orgId, 'member.join')).toMatchObject([
        { actor_id: 'usr_joining', request_id: 'req_joining', ip: '192.0.2.7' },
      ]);
    });

    test('leave no entry when they are refused', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      await expect(rig.redeem({ token, email: 'other@example.org' })).rejects.toMatchObject(INVALID);
      await expect(rig.redeem({ token, email, userId: owner.userId })).rejects.toMatchObject(refused('conflict'));
      await expect(again(orgId, owner, { email: owner.email })).rejects.toMatchObject(refused('conflict'));
      expect(await audited(owner, orgId, 'member.join')).toEqual([]);
      expect(await audited(owner, orgId, 'invitation.create')).toHaveLength(1);
    });

    test('leave nothing of their tokens', async () => {
      const { orgId, owner, invitationToken: token, email } = await invite();
      const { invitationToken: second } = await again(orgId, owner, { email });
      await rig.redeem({ token: second, email });
      const rows = await rig.database.inTenant(owner.context.scope, (tx) => tx.query('select * from audit_entries'));
      const stored = JSON.stringify(rows);
      expect(stored).toContain(email);
      for (const secret of [token, second])
        for (const part of [secret.slice(-43), createHash('sha256').update(secret).digest('hex')])
          expect(stored).not.toContain(part);
    });
  });
});
