import { expect, test } from '@jest/globals';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { captureBatch } from '@strata/contracts/operations/capture';
import { listEvents } from '@strata/contracts/operations/events';
import { getJob, startLearning } from '@strata/contracts/operations/learn';
import { getMemory, listMemories } from '@strata/contracts/operations/memories';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { jobIdOfEvent } from '@strata/kernel/capture-ids';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import { messageEvent, OrganizationFixture, synthesizedText } from '../fixtures/organization-fixture.ts';

const FERRY = 'The ferry to the island leaves at dawn.';
const CRANE = 'The crane of the ferry pier is repaired on Monday.';
const QUERY = 'When does the ferry leave, and what about the crane of the pier?';

/** The responses of every operation that reads data, for a caller. */
export async function everythingReadable(caller: ApiClient): Promise<string> {
  const [memories, artifacts, events] = [
    await caller.call(listMemories, { query: { limit: 100 } }),
    await caller.call(listArtifacts, { query: { limit: 100 } }),
    await caller.call(listEvents, { query: { limit: 100 } }),
  ];
  expect(memories.pagination.total).toBe(memories.items.length);
  expect(events.pagination.total).toBe(events.items.length);
  const explained = await caller.call(synthesize, { body: { query: QUERY, explain: true } });
  const newest = await caller.call(synthesize, { body: { maxTokens: 100_000, explain: true } });
  return JSON.stringify({ memories, artifacts, events, explained, newest });
}

/** Every operation hides the data that a policy denies. */
export function deniedDataRules(base: () => string): void {
  const newOrganizationFixture = () => OrganizationFixture.create(base());

  test('data that a policy denies is neither captured nor returned by any operation', async () => {
    const organization = await newOrganizationFixture();
    const { api } = organization.tenant;
    await organization.learn(
      { content: FERRY, metadata: { agentId: 'ferry' } },
      { content: CRANE, metadata: { agentId: 'crane' } },
    );
    expect(await everythingReadable(api)).toContain('dawn');
    await organization.policy({ effect: 'deny', resource: 'agent:ferry' });
    await eventually(async () => !(await synthesizedText(api, QUERY)).includes('dawn'));
    const seen = await everythingReadable(api);
    expect(seen).toContain('Monday');
    expect(seen).not.toContain('dawn');
    expect(await api.post('/v1/capture', messageEvent(FERRY, { agentId: 'ferry' }))).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect(await api.post('/v1/capture', messageEvent(CRANE, { agentId: 'crane' }))).toMatchObject({ status: 202 });
  });

  test('jobs and usage figures tell a caller nothing of what is hidden from them', async () => {
    const organization = await newOrganizationFixture();
    const { user } = organization.tenant;
    const namespaceId = await organization.namespace('Payroll', 'confidential');
    const [developer, viewer] = [
      (await organization.newMember('developer')).user,
      (await organization.newMember('viewer')).user,
    ];
    const hidden = Array.from({ length: 7 }, (_, n) => messageEvent(`${FERRY} ${String(n)}`, { namespaceId }, 'wages'));
    const { batchId, eventIds } = await user.call(captureBatch, { body: { events: hidden } });
    await user.call(captureBatch, { body: { events: [messageEvent(CRANE)] } });
    const probe = await developer.call(startLearning, { body: { sessionId: 'wages', wait: true } });
    const job = await developer.call(getJob, { params: { id: probe.jobId } });
    expect(job).toMatchObject({ status: 'completed', progress: { processed: 0, total: 0 } });
    expect(job.result).toMatchObject({ eventsProcessed: 0, memories: { created: 0, updated: 0 } });
    const { jobId } = await user.call(startLearning, { body: { wait: true } });
    for (const id of [jobId, batchId, jobIdOfEvent(String(eventIds[0]))]) {
      expect((await user.get(`/v1/jobs/${id}`)).status).toBe(200);
      for (const caller of [developer, viewer]) expect((await caller.get(`/v1/jobs/${id}`)).status).toBe(404);
    }
    expect((await user.get(`/v1/jobs/${probe.jobId}`)).status).toBe(200);
    const figures = async (caller: ApiClient) => {
      const { usage, totals } = await caller.call(getUsageMetrics);
      return { month: usage.eventsThisMonth, events: totals.events, memories: totals.memories };
    };
    expect(await figures(user)).toEqual({ month: 8, events: 8, memories: 8 });
    for (const caller of [developer, viewer])
      expect(await figures(caller)).toEqual({ month: 1, events: 1, memories: 1 });
  });

  test('an artifact is hidden from a caller without access to one of its source memories', async () => {
    const organization = await newOrganizationFixture();
    const { api, user } = organization.tenant;
    await user.call(captureBatch, { body: { events: codingSessions() } });
    await user.learn();
    const { items } = await api.call(listArtifacts, { query: { limit: 100 } });
    const artifact = items.find(({ sourceMemories }) => sourceMemories.length > 0);
    const [memoryId = ''] = artifact?.sourceMemories ?? [];
    const dependent = items.filter(({ sourceMemories }) => sourceMemories.includes(memoryId)).map(({ id }) => id);
    expect(dependent).not.toEqual([]);
    await organization.policy({ effect: 'deny', resource: `memory:${memoryId}`, action: 'read' });
    await eventually(async () => (await api.get(`/v1/memories/${memoryId}`)).status === 404);
    const seen = JSON.stringify([
      await api.call(listArtifacts, { query: { limit: 100 } }),
      await api.call(synthesize, { body: { maxTokens: 100_000, explain: true } }),
      await api.call(synthesize, { body: { query: artifact?.title ?? '', explain: true } }),
    ]);
    for (const id of [memoryId, ...dependent]) expect(seen).not.toContain(id);
    for (const id of dependent) expect((await api.get(`/v1/artifacts/${id}`)).status).toBe(404);
    const left = await api.call(listArtifacts, { query: { limit: 100 } });
    expect(left.total).toBe(items.length - dependent.length);
  });

  test('the source events of a memory that is denied by its id are hidden with it', async () => {
    const organization = await newOrganizationFixture();
    const { api, user } = organization.tenant;
    // One event with two memories: each is a source of the other's event.
    const long = `${FERRY} ${'The pilot boards first. '.repeat(60)}`;
    await organization.learn({ content: long, sessionId: 'dawn' }, { content: CRANE });
    const { items } = await user.call(listMemories, { query: { sessionId: 'dawn' } });
    const [denied, sibling] = items;
    const [eventId = ''] = denied?.sourceEvents ?? [];
    expect(sibling?.sourceEvents).toEqual([eventId]);
    await organization.policy({ effect: 'deny', resource: `memory:${String(denied?.id)}`, action: 'read' });
    await eventually(async () => (await api.get(`/v1/memories/${String(denied?.id)}`)).status === 404);
    for (const caller of [api, user]) {
      const events = await caller.call(listEvents);
      expect(events.items.map(({ sessionId }) => sessionId)).toEqual(['s']);
      expect(events.pagination.total).toBe(1);
      expect((await caller.get(`/v1/events/${eventId}`)).status).toBe(404);
      expect(await caller.call(getMemory, { params: { id: String(sibling?.id) } })).toMatchObject({ sourceEvents: [] });
    }
    const audit = await user.get(`${organization.path('audit')}?action=event.read`);
    expect(JSON.stringify(audit.body)).toContain(eventId);
  });
}
