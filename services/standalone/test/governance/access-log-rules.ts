import { expect, test } from '@jest/globals';
import { listAccessLogs } from '@strata/contracts/operations/audit';
import { getLineage } from '@strata/contracts/operations/lineage';
import { getMemory, listMemories } from '@strata/contracts/operations/memories';
import { eventually } from '@strata/testkit/eventually';
import { OrganizationFixture, synthesizedText } from '../fixtures/organization-fixture.ts';

/** The access log and the lineage of an organization, over HTTP. */
export function accessLogRules(base: () => string): void {
  const newOrganizationFixture = () => OrganizationFixture.create(base());
  const accessesOf = ({ tenant, orgId }: OrganizationFixture, query: Readonly<Record<string, string>> = {}) =>
    tenant.user.call(listAccessLogs, { params: { orgId }, query: { limit: 100, ...query } });

  test('the access log contains exactly the memories returned to callers', async () => {
    const organization = await newOrganizationFixture();
    const { api, user } = organization.tenant;
    await organization.learn(
      { content: 'The ferry leaves at dawn.' },
      { content: 'The crane is red.', sessionId: 't' },
    );
    const agentId = await organization.createIn('agents', { name: 'Pilot' });
    const pilot = await organization.keyOf(agentId);
    expect(await synthesizedText(pilot, 'When does the ferry leave?')).toContain('dawn');
    const memories = (await user.call(listMemories)).items;
    const ferry = memories.find(({ content }) => content.includes('dawn'))?.id ?? '';
    const lineage = await user.call(getLineage, { params: { orgId: organization.orgId, memoryId: ferry } });
    expect(lineage).toMatchObject({ memoryId: ferry, sourceEvents: [expect.stringMatching(/^evt_/)] });
    await api.call(getMemory, { params: { id: ferry } });
    const entries = await eventually(async () => {
      const { items } = await accessesOf(organization, { memoryId: ferry });
      return items.length >= 4 ? items : undefined;
    });
    expect(entries.map(({ action }) => action).sort()).toEqual(['lineage', 'list', 'read', 'synthesize']);
    expect(entries.find(({ action }) => action === 'synthesize')).toMatchObject({ agentId, memoryId: ferry });
    expect(entries.find(({ action }) => action === 'list')).toMatchObject({
      actorId: organization.tenant.userId,
      agentId: null,
    });
    const { pagination } = await accessesOf(organization, { action: 'list' });
    expect(pagination.total).toBe(memories.length);
    expect((await accessesOf(await newOrganizationFixture())).items).toEqual([]);
  });
}
