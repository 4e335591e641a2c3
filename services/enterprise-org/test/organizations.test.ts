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
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

describeOnDatabase('An organization', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  test('has its creator as owner and first member', async () => {
    const founder = fixture.newUser();
    const created = await fixture.call(founder, createOrganization, { body: { name: 'Harbour', slug: 'harbour' } });
    expect(created).toEqual({
      id: expect.stringMatching(/^org_/),
      name: 'Harbour',
      slug: 'harbour',
      role: 'owner',
      createdAt: expect.any(String),
      updatedAt: created.createdAt,
    });
    expect(await fixture.call(founder, getOrganization, { params: { orgId: created.id } })).toEqual(created);
    const { items } = await fixture.call(founder, listMembers, { params: { orgId: created.id } });
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^mbr_/),
        userId: founder.userId,
        email: founder.email,
        name: `Name of ${founder.email}`,
        role: 'owner',
        teamIds: [],
        status: 'active',
        invitedBy: null,
        joinedAt: created.createdAt,
      },
    ]);
    expect(await fixture.bus.call(readRoles, { userId: founder.userId }, founder.context)).toEqual({
      roles: [],
      isFormer: false,
    });
    expect(fixture.announcedRoles).toContainEqual({ userId: founder.userId, tenantId: founder.context.scope.tenantId });
  });

  test('has a slug that is unique in its tenant', async () => {
    const [one, other] = [fixture.newUser(), fixture.newUser()];
    const body = { name: 'Pier', slug: 'pier' };
    await fixture.call(one, createOrganization, { body });
    await expect(fixture.call(one, createOrganization, { body })).rejects.toMatchObject(errorWith('conflict'));
    expect((await fixture.call(other, createOrganization, { body })).slug).toBe('pier');
  });

  test('is the only one of several created at once with the same slug', async () => {
    const founder = fixture.newUser();
    const body = { name: 'Quay', slug: 'quay' };
    const creations = [1, 2, 3].map(() => fixture.call(founder, createOrganization, { body }));
    const outcomes = await Promise.allSettled(creations);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  test.each(['', 'a', 'Pier', 'pier!', '-pier', 'pier-', 'pier_1', 'p i', 'a'.repeat(64), 'pìer', 'pier\n'])(
    'has a slug of 2 to 63 lower-case letters, digits and inner hyphens, not %j',
    async (slug) => {
      const { success } = createOrganization.body.safeParse({ name: 'x', slug });
      expect(success).toBe(false);
    },
  );

  test('keeps a field that is not sent', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const before = await fixture.call(owner, getOrganization, { params: { orgId } });
    fixture.advanceClock(1000);
    const renamed = await fixture.call(owner, updateOrganization, { params: { orgId }, body: { name: 'Lighthouse' } });
    expect(renamed).toEqual({ ...before, name: 'Lighthouse', updatedAt: expect.not.stringMatching(before.updatedAt) });
    const moved = await fixture.call(owner, updateOrganization, { params: { orgId }, body: { slug: 'light-house' } });
    expect(moved).toMatchObject({ name: 'Lighthouse', slug: 'light-house' });
    expect(await fixture.call(owner, getOrganization, { params: { orgId } })).toEqual(moved);
  });

  test('cannot take the slug of another organization', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    await fixture.call(owner, createOrganization, { body: { name: 'Taken', slug: 'taken' } });
    await expect(
      fixture.call(owner, updateOrganization, { params: { orgId }, body: { slug: 'taken' } }),
    ).rejects.toMatchObject(errorWith('conflict'));
  });

  test('is listed to its members, newest first, page by page, also while others are created', async () => {
    const me = fixture.newUser();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await fixture.newOrganization(me)).orgId);
    await fixture.newOrganization(fixture.newUser(me.context.scope.tenantId));
    const first = await fixture.call(me, listOrganizations, { query: { limit: 2 } });
    expect(first.pagination).toEqual({ hasMore: true, cursor: expect.any(String), total: 5 });
    await fixture.newOrganization(me);
    const page = (cursor: string | null) => fixture.call(me, listOrganizations, { query: { limit: 2, cursor } });
    const second = await page(first.pagination.cursor);
    const third = await page(second.pagination.cursor);
    expect([first, second, third].flatMap(({ items }) => items).map(({ id }) => id)).toEqual(ids);
    expect(third.pagination).toEqual({ hasMore: false, cursor: null, total: 6 });
    await expect(page('W10')).rejects.toMatchObject(errorWith('validation_error', 'cursor'));
  });

  test('is not found from another tenant, and denied to a user of the tenant who is not a member', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const colleague = fixture.newUser(owner.context.scope.tenantId);
    const read = (as = owner) => fixture.call(as, getOrganization, { params: { orgId } });
    await expect(read(fixture.newUser())).rejects.toMatchObject(errorWith('not_found'));
    await expect(read(colleague)).rejects.toMatchObject(errorWith('forbidden'));
    expect((await read()).id).toBe(orgId);
    expect((await fixture.call(colleague, listOrganizations)).items).toEqual([]);
  });

  test('is closed to API keys', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const context = { ...owner.context, actor: { ...owner.context.actor, type: 'api_key' as const } };
    const asKey = { ...owner, context };
    const body = { name: 'x', slug: 'by-a-key' };
    for (const attempt of [
      fixture.call(asKey, createOrganization, { body }),
      fixture.call(asKey, listOrganizations),
      fixture.call(asKey, getOrganization, { params: { orgId } }),
    ])
      await expect(attempt).rejects.toMatchObject(errorWith('forbidden'));
  });

  test('stays the same when nothing changes', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const before = await fixture.call(owner, getOrganization, { params: { orgId } });
    fixture.advanceClock(1000);
    for (const body of [{}, { name: before.name, slug: before.slug }])
      expect(await fixture.call(owner, updateOrganization, { params: { orgId }, body })).toEqual(before);
    expect(await fixture.auditEntries(owner, orgId, 'organization.update')).toEqual([]);
  });

  test("keeps its slug when two organizations ask for each other's at once", async () => {
    const { orgId: one, owner } = await fixture.newOrganization();
    const { orgId: other } = await fixture.newOrganization(owner);
    const slugOf = async (orgId: string) => (await fixture.call(owner, getOrganization, { params: { orgId } })).slug;
    const slugs = [await slugOf(one), await slugOf(other)];
    const move = (orgId: string, slug = '') =>
      fixture.call(owner, updateOrganization, { params: { orgId }, body: { slug } });
    const outcomes = await Promise.allSettled([move(one, slugs[1]), move(other, slugs[0])]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: errorWith('conflict') });
    expect([await slugOf(one), await slugOf(other)]).toEqual(slugs);
  });

  test('is tenant-wide only if a tenant admin creates it', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { tenantId } = owner.context.scope;
    const isTenantWide = async (by: TestUser): Promise<boolean | undefined> => {
      const { orgId: made } = await fixture.newOrganization(by);
      const { facts } = await fixture.factsOf(owner);
      return facts?.organizations.find(({ id }) => id === made)?.isOfTenant;
    };
    for (const role of ROLES) {
      const member = await fixture.newMember(orgId, owner, role);
      expectLabelled(role, await isTenantWide(member)).toBe(role === 'owner' || role === 'admin');
    }
    const colleague = fixture.newUser(tenantId);
    expect(await isTenantWide(colleague)).toBe(false);
    // Owning an organization does not make a user a tenant admin.
    expect(await isTenantWide(colleague)).toBe(false);
    expect(await isTenantWide(owner)).toBe(true);
  });

  test('that is not tenant-wide cannot invite users into the tenant, and its roles do not count there', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const developer = await fixture.newMember(orgId, owner, 'developer');
    const { orgId: own } = await fixture.newOrganization(developer);
    const body = { email: 'accomplice@example.org', role: 'owner' };
    const invite = fixture.call(developer, inviteMember, { params: { orgId: own }, body });
    await expect(invite).rejects.toMatchObject(errorWith('forbidden'));
    expect(await fixture.auditEntries(developer, own, 'invitation.create')).toMatchObject([{ outcome: 'denied' }]);
    const colleague = fixture.newUser(owner.context.scope.tenantId);
    await fixture.database.inTenant(owner.context.scope, (tx) =>
      tx.execute(
        `insert into members (tenant_id, organization_id, id, user_id, role, invited_by, created_at, joined_at)
         values ($1, $2, 'mbr_c', $3, 'owner', $4, now(), now())`,
        [owner.context.scope.tenantId, own, colleague.userId, developer.userId],
      ),
    );
    const grantedRoles = () => fixture.bus.call(readRoles, { userId: colleague.userId }, owner.context);
    expect(await grantedRoles()).toEqual({ roles: [], isFormer: false });
    await fixture.call(developer, removeMember, { params: { orgId: own, memberId: 'mbr_c' } });
    expect(await grantedRoles()).toEqual({ roles: [], isFormer: false });
  });

  test('is rejected when its creator has created 100 in the tenant', async () => {
    const founder = fixture.newUser();
    const { scope } = founder.context;
    await fixture.database.inTenant(scope, (tx) =>
      tx.execute(
        `insert into organizations (tenant_id, id, name, slug, of_tenant, created_by, created_at, updated_at)
         select $1, 'org_' || n, 'Pier', 'pier-' || n, true, $2, now(), now() from generate_series(1, 98) n`,
        [scope.tenantId, founder.userId],
      ),
    );
    const create = (by: TestUser, slug: string) =>
      fixture.call(by, createOrganization, { body: { name: 'Pier', slug } });
    const outcomes = await Promise.allSettled(['a1', 'b1', 'c1', 'd1', 'e1'].map((slug) => create(founder, slug)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(create(founder, 'one-more')).rejects.toMatchObject({
      code: 'conflict',
      message: 'You have created 100 organizations, which is the maximum',
    });
    expect(await create(fixture.newUser(scope.tenantId), 'one-more')).toMatchObject({ slug: 'one-more' });
  });

  describe('in the audit log', () => {
    test('begins with its creator and their IP address', async () => {
      const founder = fixture.newUser();
      const context = { ...founder.context, requestId: 'req_first', ip: '192.0.2.7' };
      const body = { name: 'Harbour', slug: 'audited' };
      const { id } = await fixture.call({ ...founder, context }, createOrganization, { body });
      expect(await fixture.auditEntries(founder, id, 'organization.create')).toEqual([
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

    test('has an entry with what differs after a change', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      await fixture.call(owner, updateOrganization, { params: { orgId }, body: { name: 'Lighthouse' } });
      expect(await fixture.auditEntries(owner, orgId, 'organization.update')).toMatchObject([
        { resource_id: orgId, changes: { before: { name: 'Harbour' }, after: { name: 'Lighthouse' } } },
      ]);
    });

    test('has no entry for a failed change', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const body = { name: 'Second', slug: `second-${orgId.slice(4, 20)}` };
      const { id: second } = await fixture.call(owner, createOrganization, { body });
      const { slug } = body;
      await expect(
        fixture.call(owner, updateOrganization, { params: { orgId }, body: { name: 'x', slug } }),
      ).rejects.toMatchObject(errorWith('conflict'));
      await expect(fixture.call(owner, createOrganization, { body })).rejects.toMatchObject(errorWith('conflict'));
      const entries = await fixture.database.inTenant(owner.context.scope, (tx) =>
        tx.query('select organization_id, action from audit_entries order by at, organization_id'),
      );
      expect(entries).toEqual([
        { organization_id: orgId, action: 'organization.create' },
        { organization_id: second, action: 'organization.create' },
      ]);
    });

    test('stays the same when the entry cannot be written', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const before = await fixture.call(owner, getOrganization, { params: { orgId } });
      const facts = await fixture.factsOf(owner);
      const unwritable = { ...owner, context: { ...owner.context, requestId: 'req_\0' } };
      const change = fixture.call(unwritable, updateOrganization, { params: { orgId }, body: { name: 'Lighthouse' } });
      await expect(change).rejects.toMatchObject(errorWith('internal_error'));
      const body = { name: 'Unwritten', slug: `unwritten-${orgId.slice(4, 20)}` };
      await expect(fixture.call(unwritable, createOrganization, { body })).rejects.toMatchObject(
        errorWith('internal_error'),
      );
      expect(await fixture.call(owner, getOrganization, { params: { orgId } })).toEqual(before);
      expect(await fixture.factsOf(owner)).toEqual(facts);
    });
  });
});
