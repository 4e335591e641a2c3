import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, listNamespaces, updateNamespace } from '@strata/contracts/operations/namespaces';
import { createTeam, deleteTeam } from '@strata/contracts/operations/teams';
import type { Namespace } from '@strata/contracts/schemas/namespace';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const FILL_NAMESPACES = `
  insert into namespaces (tenant_id, organization_id, id, name, name_key, sensitivity, created_at, updated_at)
  select $1, $2, 'nsp_' || n, 'namespace ' || n, 'namespace ' || n, 'internal', now(), now()
  from generate_series(1, $3::integer) n`;

describeOnDatabase('A namespace', (backend) => {
  let fixture: OrganizationFixture;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());

  const create = (by: TestUser, orgId: string, body: object): Promise<Namespace> =>
    fixture.call(by, createNamespace, { params: { orgId }, body });
  const update = (by: TestUser, orgId: string, namespaceId: string, body: object): Promise<Namespace> =>
    fixture.call(by, updateNamespace, { params: { orgId, namespaceId }, body });
  const list = async (by: TestUser, orgId: string): Promise<Namespace[]> =>
    (await fixture.call(by, listNamespaces, { params: { orgId } })).items;
  const teams = (by: TestUser, orgId: string, ...names: string[]): Promise<string[]> =>
    Promise.all(
      names.map(async (name) => (await fixture.call(by, createTeam, { params: { orgId }, body: { name } })).id),
    );

  test('is internal and has no teams by default', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const plain = await create(owner, orgId, { name: 'customs' });
    expect(plain).toEqual({
      id: expect.stringMatching(/^nsp_[0-9a-f]{32}$/),
      organizationId: orgId,
      name: 'customs',
      description: null,
      sensitivity: 'internal',
      teamIds: [],
      createdAt: expect.any(String),
      updatedAt: plain.createdAt,
    });
    const [one = '', two = ''] = (await teams(owner, orgId, 'Quay', 'Tugs')).sort();
    const given = { name: 'payroll', description: 'Wages', sensitivity: 'restricted', teamIds: [two, one, two] };
    const closed = await create(owner, orgId, given);
    expect(closed).toMatchObject({ ...given, teamIds: [one, two] });
    expect(await list(owner, orgId)).toEqual([plain, closed]);
    expect(await fixture.auditEntries(owner, orgId, 'namespace.create')).toMatchObject([
      { resource_id: plain.id },
      { resource_id: closed.id, changes: { before: null, after: { ...given, teamIds: [one, two] } } },
    ]);
  });

  test('is listed in the order of creation, page by page, also while others are created', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const made: Namespace[] = [];
    for (const name of ['C', 'B', 'A']) made.push(await create(owner, orgId, { name }));
    const params = { orgId };
    const first = await fixture.call(owner, listNamespaces, { params, query: { limit: 2 } });
    expect(first.pagination).toEqual({ hasMore: true, cursor: expect.any(String), total: 3 });
    const later = await create(owner, orgId, { name: 'D' });
    const { cursor } = first.pagination;
    const second = await fixture.call(owner, listNamespaces, { params, query: { limit: 2, cursor } });
    expect([...first.items, ...second.items]).toEqual([...made, later]);
    expect(second.pagination).toEqual({ hasMore: false, cursor: null, total: 4 });
  });

  test('keeps a field that is not sent, clears one that is null, and audits what differs', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const [one = '', two = ''] = (await teams(owner, orgId, 'Quay', 'Tugs')).sort();
    const before = await create(owner, orgId, { name: 'payroll', description: 'Wages', teamIds: [one] });
    fixture.advanceClock(1000);
    const after = await update(owner, orgId, before.id, { description: null, sensitivity: 'confidential' });
    expect(after).toEqual({
      ...before,
      description: null,
      sensitivity: 'confidential',
      updatedAt: expect.not.stringMatching(before.updatedAt),
    });
    expect(await list(owner, orgId)).toEqual([after]);
    fixture.advanceClock(1000);
    for (const nothing of [{}, { name: 'payroll', teamIds: [one, one] }])
      expect(await update(owner, orgId, before.id, nothing)).toEqual(after);
    const moved = await update(owner, orgId, before.id, { teamIds: [two], name: 'wages' });
    expect(moved).toMatchObject({ teamIds: [two], name: 'wages', sensitivity: 'confidential' });
    expect(await list(owner, orgId)).toEqual([moved]);
    expect((await fixture.auditEntries(owner, orgId, 'namespace.update')).map(({ changes }) => changes)).toEqual([
      {
        before: { description: 'Wages', sensitivity: 'internal' },
        after: { description: null, sensitivity: 'confidential' },
      },
      { before: { name: 'payroll', teamIds: [one] }, after: { name: 'wages', teamIds: [two] } },
    ]);
  });

  test('has a name that is unique in its organization, ignoring case', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    await create(owner, orgId, { name: 'Zölle' });
    const other = await create(owner, orgId, { name: 'Other' });
    await expect(create(owner, orgId, { name: 'ZÖLLE' })).rejects.toMatchObject(errorWith('conflict'));
    await expect(update(owner, orgId, other.id, { name: 'zölle' })).rejects.toMatchObject(errorWith('conflict'));
    expect((await create(owner, second, { name: 'Zölle' })).organizationId).toBe(second);
    const creations = [1, 2, 3].map(() => create(owner, orgId, { name: 'At once' }));
    const outcomes = await Promise.allSettled(creations);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await fixture.auditEntries(owner, orgId, 'namespace.create')).toHaveLength(3);
  });

  test('is rejected when the organization has 10,000', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { scope } = owner.context;
    await fixture.database.inTenant(scope, (tx) => tx.execute(FILL_NAMESPACES, [scope.tenantId, orgId, 9_999]));
    const outcomes = await Promise.allSettled(['One', 'Two'].map((name) => create(owner, orgId, { name })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(create(owner, orgId, { name: 'Three' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The organization has 10000 namespaces, which is the maximum',
    });
  });

  test('is open only to teams of its own organization', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const [own = ''] = await teams(owner, orgId, 'Quay');
    const [foreign = ''] = await teams(owner, second, 'Quay');
    const namespace = await create(owner, orgId, { name: 'customs', teamIds: [own] });
    for (const teamId of ['team_unknown', foreign]) {
      const unknown = errorWith('validation_error', 'teamIds');
      const teamIds = [own, teamId];
      await expect(create(owner, orgId, { name: 'lost', teamIds })).rejects.toMatchObject(unknown);
      await expect(update(owner, orgId, namespace.id, { name: 'lost', teamIds })).rejects.toMatchObject(unknown);
    }
    expect(await list(owner, orgId)).toEqual([namespace]);
    await fixture.call(owner, deleteTeam, { params: { orgId, teamId: own } });
    expect(await list(owner, orgId)).toEqual([{ ...namespace, teamIds: [] }]);
  });

  test('is not found from another organization or tenant', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { orgId: second } = await fixture.newOrganization(owner);
    const { orgId: foreign, owner: stranger } = await fixture.newOrganization();
    const { id } = await create(owner, orgId, { name: 'customs' });
    for (const [by, within] of [
      [owner, second],
      [stranger, foreign],
    ] as const) {
      await expect(update(by, within, id, { name: 'mine' })).rejects.toMatchObject(errorWith('not_found'));
      expect(await list(by, within)).toEqual([]);
    }
    expect(await list(owner, orgId)).toMatchObject([{ id, name: 'customs' }]);
  });
});
