import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { previewEvents } from '@strata/contracts/calls/ingest';
import { previewMemories } from '@strata/contracts/calls/learn';
import {
  createLifecyclePolicy,
  deleteLifecyclePolicy,
  listLifecyclePolicies,
  previewLifecyclePolicy,
  updateLifecyclePolicy,
} from '@strata/contracts/operations/lifecycle';
import { MOST_LIFECYCLE_POLICIES, type LifecyclePolicy } from '@strata/contracts/schemas/lifecycle';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { refused, startRig, type Person, type Rig } from './rig.ts';

describeOnDatabase('Lifecycle policies', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend, { LIFECYCLE_SWEEP_SECONDS: '86400' });
    const counted = (samples: string[]) => ({ count: 3, isTruncated: false, samples });
    await rig.bus.serve(previewMemories, (_request, { scope: { environment } }) =>
      Promise.resolve({
        archive: counted([`mem_${environment}`]),
        delete: counted([`mem_gone_${environment}`]),
        artifacts: { count: 1, isTruncated: environment === 'test' },
      }),
    );
    await rig.bus.serve(previewEvents, (_request, { scope: { environment } }) =>
      Promise.resolve(counted([`evt_${environment}`])),
    );
  });
  afterAll(() => rig.close());

  const create = (owner: Person, orgId: string, body: object = {}): Promise<LifecyclePolicy> =>
    rig.ask(owner, createLifecyclePolicy, { params: { orgId }, body: { name: 'A policy', ...body } });
  const update = (owner: Person, { organizationId: orgId, id: policyId }: LifecyclePolicy, body: object) =>
    rig.ask(owner, updateLifecyclePolicy, { params: { orgId, policyId }, body });

  describe('are kept', () => {
    test('with what is not said left open, changed in part, cleared by null, and deleted', async () => {
      const { orgId, owner } = await rig.found();
      const policy = await create(owner, orgId, { archiveAfterDays: 10 });
      expect(policy).toMatchObject({
        organizationId: orgId,
        name: 'A policy',
        scope: '*:*',
        retentionDays: null,
        archiveAfterDays: 10,
        deleteAfterDays: null,
      });
      rig.pass(1000);
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
      expect(await rig.ask(owner, deleteLifecyclePolicy, { params })).toEqual({ id: policy.id, deleted: true });
      await expect(rig.ask(owner, deleteLifecyclePolicy, { params })).rejects.toMatchObject(refused('not_found'));
      await expect(update(owner, policy, {})).rejects.toMatchObject(refused('not_found'));
    });

    test('in the order in which they were made, page by page', async () => {
      const { orgId, owner } = await rig.found();
      const made = [];
      for (const name of ['one', 'two', 'three']) made.push((await create(owner, orgId, { name })).id);
      const page = (query: object) => rig.ask(owner, listLifecyclePolicies, { params: { orgId }, query: { ...query } });
      const first = await page({ limit: 2 });
      const second = await page({ limit: 2, cursor: first.pagination.cursor });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
      expect(first.pagination.total).toBe(3);
    });

    test('on record, with what changed and nothing for a change that is none', async () => {
      const { orgId, owner } = await rig.found();
      const policy = await create(owner, orgId, { deleteAfterDays: 5 });
      await update(owner, policy, {});
      await update(owner, policy, { deleteAfterDays: 6 });
      expect(await rig.audited(owner, orgId, 'lifecycle_policy.create')).toHaveLength(1);
      expect(await rig.audited(owner, orgId, 'lifecycle_policy.update')).toMatchObject([
        { changes: { before: { deleteAfterDays: 5 }, after: { deleteAfterDays: 6 } } },
      ]);
    });

    test(`at most ${String(MOST_LIFECYCLE_POLICIES)} of an organization`, async () => {
      const { orgId, owner } = await rig.found();
      await rig.database.inTenant(owner.context.scope, (tx) =>
        tx.execute(
          `insert into lifecycle_policies (tenant_id, organization_id, id, name, scope, created_at, updated_at)
           select $1, $2, 'lcp_' || n, 'One of many', 'memory:m' || n, now(), now()
           from generate_series(1, ${String(MOST_LIFECYCLE_POLICIES)}) as n`,
          [owner.context.scope.tenantId, orgId],
        ),
      );
      await expect(create(owner, orgId)).rejects.toMatchObject(refused('conflict'));
    });
  });

  describe('that contradict themselves are refused by name', () => {
    test.each([
      [{ retentionDays: 5, deleteAfterDays: 4 }, 'deleteAfterDays'],
      [{ retentionDays: 5, archiveAfterDays: 4 }, 'archiveAfterDays'],
      [{ archiveAfterDays: 5, deleteAfterDays: 4 }, 'archiveAfterDays'],
    ])('%j', async (periods, field) => {
      const { orgId, owner } = await rig.found();
      await expect(create(owner, orgId, periods)).rejects.toMatchObject(refused('validation_error', field));
      const [[first, value] = [], [second, other] = []] = Object.entries(periods);
      const policy = await create(owner, orgId, { [String(first)]: value });
      const change = update(owner, policy, { [String(second)]: other });
      await expect(change).rejects.toMatchObject(refused('validation_error', field));
    });

    test('equal periods do not', async () => {
      const { orgId, owner } = await rig.found();
      await create(owner, orgId, { retentionDays: 5, archiveAfterDays: 5, deleteAfterDays: 5 });
      await create(owner, orgId, { retentionDays: 0, archiveAfterDays: 0, deleteAfterDays: 0 });
    });
  });

  describe('a preview', () => {
    test('counts both partitions, names only the own, and says when a count was cut short', async () => {
      const { orgId, owner } = await rig.found();
      const { id: policyId } = await create(owner, orgId, { deleteAfterDays: 5 });
      expect(await rig.ask(owner, previewLifecyclePolicy, { params: { orgId, policyId } })).toEqual({
        archive: { memories: 6, samples: ['mem_live'] },
        delete: { memories: 6, events: 6, artifacts: 2, samples: ['mem_gone_live', 'evt_live'] },
        truncated: true,
      });
    });

    test('of a policy of another organization there is none', async () => {
      const { orgId, owner } = await rig.found();
      const { id: policyId } = await create(owner, orgId);
      const { orgId: other } = await rig.found(owner);
      const asked = rig.ask(owner, previewLifecyclePolicy, { params: { orgId: other, policyId } });
      await expect(asked).rejects.toMatchObject(refused('not_found'));
    });
  });
});
