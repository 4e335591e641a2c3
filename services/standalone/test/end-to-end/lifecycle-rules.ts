import { expect, test } from '@jest/globals';
import { listAudit } from '@strata/contracts/operations/audit';
import { createLifecyclePolicy, deleteLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import { listMemories, restoreMemory } from '@strata/contracts/operations/memories';
import { eventually } from '@strata/testkit/eventually';
import { OrganizationFixture, synthesizedText } from '../fixtures/organization-fixture.ts';

const DAY_MS = 86_400_000;

/** Sweeps apply lifecycle policies. The system must sweep often. */
export function lifecycleRules(base: () => string): void {
  test('synthesize omits an archived memory until it is restored or no policy archives it', async () => {
    const organization = await OrganizationFixture.create(base());
    const { orgId } = organization;
    const { user } = organization.tenant;
    const occurredAt = new Date(Date.now() - 20 * DAY_MS).toISOString();
    await organization.learn(
      { content: 'The ferry to the island leaves at noon from pier 4', metadata: { occurredAt } },
      { content: 'The ferry to the mainland leaves from pier 9' },
    );
    const newPolicy = async (fields: object): Promise<string> =>
      (await user.call(createLifecyclePolicy, { params: { orgId }, body: { name: 'A policy', ...fields } })).id;
    const text = () => synthesizedText(user, 'From which pier does the ferry leave?');

    const policyId = await newPolicy({ archiveAfterDays: 10 });
    await eventually(async () => !(await text()).includes('pier 4'));
    expect(await text()).toContain('pier 9');
    const { items } = await user.call(listMemories, { query: { archived: 'true' } });
    expect(items.map(({ content }) => content)).toEqual([expect.stringContaining('pier 4')]);

    const id = String(items[0]?.id);
    expect(await user.call(restoreMemory, { params: { id } })).toMatchObject({ id, archivedAt: null });
    expect(await text()).toContain('pier 4');

    const atOnce = await newPolicy({ archiveAfterDays: 0, scope: `memory:${id}` });
    await eventually(async () => !(await text()).includes('pier 4'));
    for (const each of [atOnce, policyId])
      await user.call(deleteLifecyclePolicy, { params: { orgId, policyId: each } });
    await eventually(async () => (await text()).includes('pier 4'));
    await eventually(async () => {
      const query = { action: 'memory.restore', limit: 1 };
      return (await user.call(listAudit, { params: { orgId }, query })).pagination.total === 2;
    });
  });
}
