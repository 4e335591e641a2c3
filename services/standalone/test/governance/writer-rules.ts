import { expect, test } from '@jest/globals';
import { listApiKeys } from '@strata/contracts/operations/accounts';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { captureBatch } from '@strata/contracts/operations/capture';
import { getEvent } from '@strata/contracts/operations/events';
import { getLineageGraph } from '@strata/contracts/operations/lineage';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import { messageEvent, OrganizationFixture } from '../fixtures/organization-fixture.ts';

/** Who captured an event is stored with it, and counted in what is compiled from it. */
export function writerRules(base: () => string): void {
  test('an event has the writer whose credential captured it, whatever its body says', async () => {
    const { tenant } = await OrganizationFixture.create(base());
    const forged = { actorId: 'usr_other', actorType: 'user', keyId: null };
    expect(await tenant.api.post('/v1/capture', { ...messageEvent('Hello'), writer: forged })).toMatchObject({
      status: 422,
    });
    const byKey = { actorId: tenant.userId, actorType: 'user', keyId: expect.any(String) };
    const byToken = { actorId: tenant.userId, actorType: 'user', keyId: null };
    for (const [caller, writer] of [
      [tenant.api, byKey],
      [tenant.user, byToken],
    ] as const) {
      const body = { events: [messageEvent('Hello', { writer: forged, agentId: 'coder' })] };
      const [id = ''] = (await caller.call(captureBatch, { body })).eventIds;
      await caller.learn();
      expect(await caller.call(getEvent, { params: { id: String(id) } })).toMatchObject({ writer });
    }
    const keys = (await tenant.user.call(listApiKeys)).items.map(({ id }) => id);
    const body = { events: [messageEvent('Hello again')] };
    const [id = ''] = (await tenant.api.call(captureBatch, { body })).eventIds;
    await tenant.api.learn();
    const { writer } = await tenant.api.call(getEvent, { params: { id: String(id) } });
    expect(keys).toContain(writer?.keyId);
  });

  test('an artifact counts the writers behind its figures, in the interface and in packs; its lineage names them', async () => {
    const organization = await OrganizationFixture.create(base());
    const { tenant, orgId } = organization;
    const { api, user } = tenant;
    const colleague = (await organization.newMember('developer')).user;
    const events = codingSessions();
    const isTheirs = ({ sessionId }: Record<string, unknown>): boolean => String(sessionId).endsWith('1');
    await api.call(captureBatch, { body: { events: events.filter((event) => !isTheirs(event)) } });
    await user.learn();
    const playbook = async () => {
      const { items } = await user.call(listArtifacts, { query: { type: 'failure_playbook' } });
      return items.find(({ title }) => title.includes('stale'));
    };
    const before = await playbook();
    expect(before?.content).toMatchObject({ writers: 1, recovery: [{ writers: 1 }] });
    await colleague.call(captureBatch, { body: { events: events.filter(isTheirs) } });
    await user.learn();
    const after = await playbook();
    expect(after).toMatchObject({ id: before?.id, content: { writers: 2, recovery: [{ writers: 2 }] } });
    const body = { query: 'The migration fails because the schema is stale', includeMemories: false };
    const text = (await user.call(synthesize, { body })).sections.map(({ content }) => content).join('\n');
    expect(text).toMatch(/Try: .* \(worked in (\d+) of \1 tries by 2 writers\)/);
    expect(text).toMatch(/Evidence: seen \d+× by 2 writers/);

    const [memoryId = ''] = after?.sourceMemories ?? [];
    const { nodes } = await user.call(getLineageGraph, { params: { orgId, memoryId } });
    const writers = nodes.filter(({ kind }) => kind === 'event').map(({ writer }) => writer?.actorId);
    expect(new Set(writers).size).toBe(2);
    expect(writers).toContain(tenant.userId);
    expect(nodes.filter(({ kind }) => kind !== 'event').every(({ writer }) => writer === null)).toBe(true);
  });
}
