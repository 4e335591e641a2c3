import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { previewEvents } from '@strata/contracts/calls/ingest';
import { previewMemories } from '@strata/contracts/calls/learn';
import {
  createLifecyclePolicy,
  deleteLifecyclePolicy,
  listLifecyclePolicies,
  previewLifecycleChange,
  previewLifecyclePolicy,
  updateLifecyclePolicy,
} from '@strata/contracts/operations/lifecycle';
import { MOST_LIFECYCLE_POLICIES, type LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import type { z } from 'zod';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

describeOnDatabase('A lifecycle policy', (backend) => {
  let fixture: OrganizationFixture;
  /** The last request for a preview of memories. */
  let asked: z.output<typeof previewMemories.request>;
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend, { LIFECYCLE_SWEEP_SECONDS: '86400' });
    const counted = (samples: string[]) => ({ count: 3, isTruncated: false, samples });
    await fixture.bus.serve(previewMemories, (request, { scope: { environment } }) => {
      asked = request;
      return Promise.resolve({
        archive: counted([`mem_${environment}`]),
        delete: counted([`mem_gone_${environment}`]),
        artifacts: { count: 1, isTruncated: environment === 'test' },
      });
    });
    await fixture.bus.serve(previewEvents, (_request, { scope: { environment } }) =>
      Promise.resolve(counted([`evt_${environment}`])),
    );
  });
  afterAll(() => fixture.close());

  const create = (owner: TestUser, orgId: string, body: object = {}): Promise<LifecyclePolicy> =>
    fixture.call(owner, createLifecyclePolicy, { params: { orgId }, body: { name: 'A policy', ...body } });
  const update = (owner: TestUser, { organizationId: orgId, id: policyId }: LifecyclePolicy, body: object) =>
    fixture.call(owner, updateLifecyclePolicy, { params: { orgId, policyId }, body });

  describe('when it is stored', () => {
    test('has no period unless one is sent, and can be changed in part, cleared by null, and deleted', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const policy = await create(owner, orgId, { archiveAfterDays: 10 });
      expect(policy).toMatchObject({
        organizationId: orgId,
        name: 'A policy',
        scope: '*:*',
        retentionDays: null,
        archiveAfterDays: 10,
        deleteAfterDays: null,
      });
      fixture.advanceClock(1000);
      const changed = await update(owner, policy, { deleteAfterDays: 20, scope: 'agent:ops' });
      expect(changed).toEqual({
        ...policy,
        deleteAfterDays: 20,
        scope: 'agent:ops',
        updatedAt: expect.not.stringMatching(policy.updatedAt),
      });
      expect(await update(owner, changed, {})).toEqual(changed);
      expect(await update(owner, changed, { archiveAfterDays: null })).toMatchObject({ archiveAfterDays: null });
      const params = { orgId, policyId: policy.id };
      expect(await fixture.call(owner, deleteLifecyclePolicy, { params })).toEqual({ id: policy.id, deleted: true });
      await expect(fixture.call(owner, deleteLifecyclePolicy, { params })).rejects.toMatchObject(
        errorWith('not_found'),
      );
      await expect(update(owner, policy, {})).rejects.toMatchObject(errorWith('not_found'));
    });

    test('is listed in the order of creation, page by page', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const made = [];
      for (const name of ['one', 'two', 'three']) made.push((await create(owner, orgId, { name })).id);
      const page = (query: object) =>
        fixture.call(owner, listLifecyclePolicies, { params: { orgId }, query: { ...query } });
      const first = await page({ limit: 2 });
      const second = await page({ limit: 2, cursor: first.pagination.cursor });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
      expect(first.pagination.total).toBe(3);
    });

    test('is audited with what changed, and not when nothing changed', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const policy = await create(owner, orgId, { deleteAfterDays: 5 });
      await update(owner, policy, {});
      await update(owner, policy, { deleteAfterDays: 6 });
      expect(await fixture.auditEntries(owner, orgId, 'lifecycle_policy.create')).toHaveLength(1);
      expect(await fixture.auditEntries(owner, orgId, 'lifecycle_policy.update')).toMatchObject([
        { changes: { before: { deleteAfterDays: 5 }, after: { deleteAfterDays: 6 } } },
      ]);
    });

    test(`is rejected when the organization has ${String(MOST_LIFECYCLE_POLICIES)}`, async () => {
      const { orgId, owner } = await fixture.newOrganization();
      await fixture.database.inTenant(owner.context.scope, (tx) =>
        tx.execute(
          `insert into lifecycle_policies (tenant_id, organization_id, id, name, scope, created_at, updated_at)
           select $1, $2, 'lcp_' || n, 'One of many', 'memory:m' || n, now(), now()
           from generate_series(1, ${String(MOST_LIFECYCLE_POLICIES)}) as n`,
          [owner.context.scope.tenantId, orgId],
        ),
      );
      await expect(create(owner, orgId)).rejects.toMatchObject(errorWith('conflict'));
    });
  });

  describe('with periods that contradict each other is rejected, naming the period', () => {
    test.each([
      [{ retentionDays: 5, deleteAfterDays: 4 }, 'deleteAfterDays'],
      [{ retentionDays: 5, archiveAfterDays: 4 }, 'archiveAfterDays'],
      [{ archiveAfterDays: 5, deleteAfterDays: 4 }, 'archiveAfterDays'],
    ])('%j', async (periods, field) => {
      const { orgId, owner } = await fixture.newOrganization();
      await expect(create(owner, orgId, periods)).rejects.toMatchObject(errorWith('validation_error', field));
      const [[first, value] = [], [second, other] = []] = Object.entries(periods);
      const policy = await create(owner, orgId, { [String(first)]: value });
      const change = update(owner, policy, { [String(second)]: other });
      await expect(change).rejects.toMatchObject(errorWith('validation_error', field));
    });

    test('accepts equal periods', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      await create(owner, orgId, { retentionDays: 5, archiveAfterDays: 5, deleteAfterDays: 5 });
      await create(owner, orgId, { retentionDays: 0, archiveAfterDays: 0, deleteAfterDays: 0 });
    });
  });

  describe('preview', () => {
    test("counts over both environments, shows samples of the caller's own, and reports a truncated count", async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { id: policyId } = await create(owner, orgId, { deleteAfterDays: 5 });
      expect(await fixture.call(owner, previewLifecyclePolicy, { params: { orgId, policyId } })).toEqual({
        archive: { memories: 6, samples: ['mem_live'] },
        delete: { memories: 6, events: 6, artifacts: 2, samples: ['mem_gone_live', 'evt_live'] },
        truncated: true,
      });
    });

    test('is of values that are not stored: of a new policy, or of a changed one', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { id: policyId } = await create(owner, orgId, { deleteAfterDays: 5 });
      const preview = (body: object) =>
        fixture.call(owner, previewLifecycleChange, { params: { orgId }, body: { scope: 'agent:ops', ...body } });
      const policies = () => asked.facts.organizations.find(({ id }) => id === orgId)?.policies;
      const values = { scope: 'agent:ops', retentionDays: null, archiveAfterDays: 7, deleteAfterDays: null };
      expect(await preview({ archiveAfterDays: 7 })).toMatchObject({ archive: { memories: 6 } });
      expect(policies()).toEqual([expect.objectContaining({ id: policyId }), { ...values, id: asked.policyId }]);
      await preview({ archiveAfterDays: 7, policyId });
      expect(policies()).toEqual([{ ...values, id: policyId }]);
      expect(await fixture.call(owner, listLifecyclePolicies, { params: { orgId } })).toMatchObject({
        items: [{ id: policyId, scope: '*:*', deleteAfterDays: 5 }],
      });
      const contradictory = preview({ archiveAfterDays: 5, deleteAfterDays: 4 });
      await expect(contradictory).rejects.toMatchObject(errorWith('validation_error', 'archiveAfterDays'));
    });

    test('is not found for a policy of another organization', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const { id: policyId } = await create(owner, orgId);
      const { orgId: other } = await fixture.newOrganization(owner);
      const preview = fixture.call(owner, previewLifecyclePolicy, { params: { orgId: other, policyId } });
      await expect(preview).rejects.toMatchObject(errorWith('not_found'));
    });
  });
});
