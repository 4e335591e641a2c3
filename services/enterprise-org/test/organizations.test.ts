import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRoles } from '@strata/contracts/calls/organizations';
import {
  createOrganization,
  getOrganization,
  inviteMember,
  listMembers,
  listOrganizations,
  removeMember,
  updateOrganization,
} from '@strata/contracts/operations/organizations';
import { ROLES } from '@strata/contracts/schemas/organization';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { refused, startRig, type Person, type Rig } from './rig.ts';

describeOnDatabase('Organizations', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  test('whoever creates one becomes its owner and first member', async () => {
    const founder = rig.person();
    const created = await rig.ask(founder, createOrganization, { body: { name: 'Harbour', slug: 'harbour' } });
    expect(created).toEqual({
      id: expect.stringMatching(/^org_/),
      name: 'Harbour',
      slug: 'harbour',
      role: 'owner',
      createdAt: expect.any(String),
      updatedAt: created.createdAt,
    });
    expect(await rig.ask(founder, getOrganization, { params: { orgId: created.id } })).toEqual(created);
    const { items } = await rig.ask(founder, listMembers, { params: { orgId: created.id } });
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^mbr_/),
        userId: founder.userId,
        email: founder.email,
        name: `Name of ${founder.email}`,
        role: 'owner',
        teamIds: [],
        status: 'active',
        joinedAt: created.createdAt,
      },
    ]);
    expect(await rig.bus.call(readRoles, { userId: founder.userId }, founder.context)).toEqual({
      roles: [],
      isFormer: false,
    });
    expect(rig.announced).toContainEqual({ userId: founder.userId, tenantId: founder.context.scope.tenantId });
  });

  test('a slug is taken once in a tenant, and free in every other', async () => {
    const [one, other] = [rig.person(), rig.person()];
    const body = { name: 'Pier', slug: 'pier' };
    await rig.ask(one, createOrganization, { body });
    await expect(rig.ask(one, createOrganization, { body })).rejects.toMatchObject(refused('conflict'));
    expect((await rig.ask(other, createOrganization, { body })).slug).toBe('pier');
  });

  test('of two that ask for a slug at once one gets it', async () => {
    const founder = rig.person();
    const body = { name: 'Quay', slug: 'quay' };
    const asked = [1, 2, 3].map(() => rig.ask(founder, createOrganization, { body }));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  test.each(['', 'a', 'Pier', 'pier!', '-pier', 'pier-', 'pier_1', 'p i', 'a'.repeat(64), 'pìer', 'pier\n'])(
    'a slug has 2 to 63 lower-case letters, digits and inner hyphens, not %j',
    async (slug) => {
      const { success } = createOrganization.body.safeParse({ name: 'x', slug });
      expect(success).toBe(false);
    },
  );

  test('a change leaves what was not sent as it is', async () => {
    const { orgId, owner } = await rig.found();
    const before = await rig.ask(owner, getOrganization, { params: { orgId } });
    rig.pass(1000);
    const renamed = await rig.ask(owner, updateOrganization, { params: { orgId }, body: { name: 'Lighthouse' } });
    expect(renamed).toEqual({ ...before, name: 'Lighthouse', updatedAt: expect.not.stringMatching(before.updatedAt) });
    const moved = await rig.ask(owner, updateOrganization, { params: { orgId }, body: { slug: 'light-house' } });
    expect(moved).toMatchObject({ name: 'Lighthouse', slug: 'light-house' });
    expect(await rig.ask(owner, getOrganization, { params: { orgId } })).toEqual(moved);
  });

  test('a change to a slug that another one has is a conflict', async () => {
    const { orgId, owner } = await rig.found();
    await rig.ask(owner, createOrganization, { body: { name: 'Taken', slug: 'taken' } });
    await expect(
      rig.ask(owner, updateOrganization, { params: { orgId }, body: { slug: 'taken' } }),
    ).rejects.toMatchObject(refused('conflict'));
  });

  test('the list holds those one belongs to, newest first, page by page, unmoved by new ones', async () => {
    const me = rig.person();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await rig.found(me)).orgId);
    await rig.found(rig.person(me.context.scope.tenantId));
    const first = await rig.ask(me, listOrganizations, { query: { limit: 2 } });
    expect(first.pagination).toEqual({ hasMore: true, cursor: expect.any(String), total: 5 });
    await rig.found(me);
    const page = (cursor: string | null) => rig.ask(me, listOrganizations, { query: { limit: 2, cursor } });
    const second = await page(first.pagination.cursor);
    const third = await page(second.pagination.cursor);
    expect([first, second, third].flatMap(({ items }) => items).map(({ id }) => id)).toEqual(ids);
    expect(third.pagination).toEqual({ hasMore: false, cursor: null, total: 6 });
    await expect(page('W10')).rejects.toMatchObject(refused('validation_error', 'cursor'));
  });

  test("another tenant's organization does not exist, one of the own tenant is closed to who is no member", async () => {
    const { orgId, owner } = await rig.found();
    const colleague = rig.person(owner.context.scope.tenantId);
    const read = (as = owner) => rig.ask(as, getOrganization, { params: { orgId } });
    await expect(read(rig.person())).rejects.toMatchObject(refused('not_found'));
    await expect(read(colleague)).rejects.toMatchObject(refused('forbidden'));
    expect((await read()).id).toBe(orgId);
    expect((await rig.ask(colleague, listOrganizations)).items).toEqual([]);
  });

  test('who is no signed-in user is let in nowhere', async () => {
    const { orgId, owner } = await rig.found();
    const context = { ...owner.context, actor: { ...owner.context.actor, type: 'api_key' as const } };
    const asKey = { ...owner, context };
    const body = { name: 'x', slug: 'by-a-key' };
    for (const attempt of [
      rig.ask(asKey, createOrganization, { body }),
      rig.ask(asKey, listOrganizations),
      rig.ask(asKey, getOrganization, { params: { orgId } }),
    ])
      await expect(attempt).rejects.toMatchObject(refused('forbidden'));
  });

  test('that are changed in nothing stay as they are', async () => {
    const { orgId, owner } = await rig.found();
    const before = await rig.ask(owner, getOrganization, { params: { orgId } });
    rig.pass(1000);
    for (const body of [{}, { name: before.name, slug: before.slug }])
      expect(await rig.ask(owner, updateOrganization, { params: { orgId }, body })).toEqual(before);
    expect(await rig.audited(owner, orgId, 'organization.update')).toEqual([]);
  });

  test('that ask for each other’s slugs at once keep their own', async () => {
    const { orgId: one, owner } = await rig.found();
    const { orgId: other } = await rig.found(owner);
    const slugOf = async (orgId: string) => (await rig.ask(owner, getOrganization, { params: { orgId } })).slug;
    const slugs = [await slugOf(one), await slugOf(other)];
    const move = (orgId: string, slug = '') =>
      rig.ask(owner, updateOrganization, { params: { orgId }, body: { slug } });
    const outcomes = await Promise.allSettled([move(one, slugs[1]), move(other, slugs[0])]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: refused('conflict') });
    expect([await slugOf(one), await slugOf(other)]).toEqual(slugs);
  });

  test('speak for the tenant when its owner makes them, or an owner or admin of one that does', async () => {
    const { orgId, owner } = await rig.found();
    const { tenantId } = owner.context.scope;
    const speaks = async (by: Person): Promise<boolean | undefined> => {
      const { orgId: made } = await rig.found(by);
      const { facts } = await rig.factsOf(owner);
      return facts?.organizations.find(({ id }) => id === made)?.isOfTenant;
    };
    for (const role of ROLES) {
      const member = await rig.join(orgId, owner, role);
      expect([role, await speaks(member)]).toEqual([role, role === 'owner' || role === 'admin']);
    }
    const colleague = rig.person(tenantId);
    expect(await speaks(colleague)).toBe(false);
    // Owning one's own makes no leader of anybody.
    expect(await speaks(colleague)).toBe(false);
    expect(await speaks(owner)).toBe(true);
  });

  test('that do not speak for the tenant bring nobody into it, and their roles count for nothing there', async () => {
    const { orgId, owner } = await rig.found();
    const developer = await rig.join(orgId, owner, 'developer');
    const { orgId: own } = await rig.found(developer);
    const body = { email: 'accomplice@example.org', role: 'owner' };
    const invite = rig.ask(developer, inviteMember, { params: { orgId: own }, body });
    await expect(invite).rejects.toMatchObject(refused('forbidden'));
    expect(await rig.audited(developer, own, 'invitation.create')).toMatchObject([{ outcome: 'denied' }]);
    const colleague = rig.person(owner.context.scope.tenantId);
    await rig.database.inTenant(owner.context.scope, (tx) =>
      tx.execute(
        `insert into members (tenant_id, organization_id, id, user_id, role, invited_by, created_at, joined_at)
         values ($1, $2, 'mbr_c', $3, 'owner', $4, now(), now())`,
        [owner.context.scope.tenantId, own, colleague.userId, developer.userId],
      ),
    );
    const standing = () => rig.bus.call(readRoles, { userId: colleague.userId }, owner.context);
    expect(await standing()).toEqual({ roles: [], isFormer: false });
    await rig.ask(developer, removeMember, { params: { orgId: own, memberId: 'mbr_c' } });
    expect(await standing()).toEqual({ roles: [], isFormer: false });
  });

  test('are 100 of one user in a tenant and not one more', async () => {
    const founder = rig.person();
    const { scope } = founder.context;
    await rig.database.inTenant(scope, (tx) =>
      tx.execute(
        `insert into organizations (tenant_id, id, name, slug, of_tenant, created_by, created_at, updated_at)
         select $1, 'org_' || n, 'Pier', 'pier-' || n, true, $2, now(), now() from generate_series(1, 98) n`,
        [scope.tenantId, founder.userId],
      ),
    );
    const create = (by: Person, slug: string) => rig.ask(by, createOrganization, { body: { name: 'Pier', slug } });
    const outcomes = await Promise.allSettled(['a1', 'b1', 'c1', 'd1', 'e1'].map((slug) => create(founder, slug)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(create(founder, 'one-more')).rejects.toMatchObject({
      code: 'conflict',
      message: 'You have created 100 organizations, which is the maximum',
    });
    expect(await create(rig.person(scope.tenantId), 'one-more')).toMatchObject({ slug: 'one-more' });
  });

  describe('in the audit log', () => {
    test('begin with who made them, and from where', async () => {
      const founder = rig.person();
      const context = { ...founder.context, requestId: 'req_first', ip: '192.0.2.7' };
      const body = { name: 'Harbour', slug: 'audited' };
      const { id } = await rig.ask({ ...founder, context }, createOrganization, { body });
      expect(await rig.audited(founder, id, 'organization.create')).toEqual([
        {
          resource_id: id,
          resource_type: 'organization',
          outcome: 'success',
          actor_id: founder.userId,
          actor_type: 'user',
          request_id: 'req_first',
          ip: '192.0.2.7',
          changes: { before: null, after: { ...body, owner: founder.userId } },
        },
      ]);
    });

    test('say of a change what differs', async () => {
      const { orgId, owner } = await rig.found();
      await rig.ask(owner, updateOrganization, { params: { orgId }, body: { name: 'Lighthouse' } });
      expect(await rig.audited(owner, orgId, 'organization.update')).toMatchObject([
        { resource_id: orgId, changes: { before: { name: 'Harbour' }, after: { name: 'Lighthouse' } } },
      ]);
    });

    test('have no entry of what failed', async () => {
      const { orgId, owner } = await rig.found();
      const body = { name: 'Second', slug: `second-${orgId.slice(4, 20)}` };
      const { id: second } = await rig.ask(owner, createOrganization, { body });
      const { slug } = body;
      await expect(
        rig.ask(owner, updateOrganization, { params: { orgId }, body: { name: 'x', slug } }),
      ).rejects.toMatchObject(refused('conflict'));
      await expect(rig.ask(owner, createOrganization, { body })).rejects.toMatchObject(refused('conflict'));
      const entries = await rig.database.inTenant(owner.context.scope, (tx) =>
        tx.query('select organization_id, action from audit_entries order by at, organization_id'),
      );
      expect(entries).toEqual([
        { organization_id: orgId, action: 'organization.create' },
        { organization_id: second, action: 'organization.create' },
      ]);
    });

    test('are not changed when the entry cannot be written', async () => {
      const { orgId, owner } = await rig.found();
      const before = await rig.ask(owner, getOrganization, { params: { orgId } });
      const facts = await rig.factsOf(owner);
      const unwritable = { ...owner, context: { ...owner.context, requestId: 'req_\0' } };
      const change = rig.ask(unwritable, updateOrganization, { params: { orgId }, body: { name: 'Lighthouse' } });
      await expect(change).rejects.toMatchObject(refused('internal_error'));
      const body = { name: 'Unwritten', slug: `unwritten-${orgId.slice(4, 20)}` };
      await expect(rig.ask(unwritable, createOrganization, { body })).rejects.toMatchObject(refused('internal_error'));
      expect(await rig.ask(owner, getOrganization, { params: { orgId } })).toEqual(before);
      expect(await rig.factsOf(owner)).toEqual(facts);
    });
  });
});
