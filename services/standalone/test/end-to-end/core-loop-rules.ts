import { expect, test } from '@jest/globals';
import { getArtifact, listArtifacts } from '@strata/contracts/operations/artifacts';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { getEvent } from '@strata/contracts/operations/events';
import { deleteMemory, getMemory } from '@strata/contracts/operations/memories';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { ARTIFACT_TYPES } from '@strata/contracts/schemas/artifact';
import { eventually } from '@strata/testkit/eventually';
import { ApiClient } from '../fixtures/api-client.ts';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

const messageFrom = (role: string, content: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'message',
  sessionId: 's',
  payload: { role, content },
  ...more,
});

/** Capture, learn and synthesize, as an agent uses them. */
export function coreLoopRules(base: () => string): void {
  test('synthesize returns a captured message with its speaker and date, and a memory once it is learned', async () => {
    const { api, testApi } = await newTenant(base());
    const captured = await api.call(captureEvent, {
      body: messageFrom('Maya', 'We decided to move the nightly export to four in the morning.', {
        sessionId: 'standup',
        metadata: { agentId: 'notes', tags: ['ops'], occurredAt: '2026-05-08T09:00:00Z' },
        idempotencyKey: 'standup-1',
      }),
    });
    expect(captured).toMatchObject({ status: 'queued', idempotencyKey: 'standup-1' });
    expect(captured.jobId).toMatch(/^cap_/);
    const query = 'When does the nightly export run?';
    const body = { query, maxTokens: 200 };
    const unlearned = await eventually(async () => (await api.call(synthesize, { body })).sections[0]);
    expect(unlearned).toMatchObject({ type: 'event', source: captured.eventId });
    expect((await testApi.call(synthesize, { body })).sections).toEqual([]);
    expect(await api.learn()).toMatchObject({ type: 'learn', status: 'completed', error: null });

    const pack = await api.call(synthesize, { body });
    const section = pack.sections[0];
    expect(section).toMatchObject({ type: 'memory', content: unlearned.content });
    for (const words of ['move the nightly export to four in the morning', 'Maya', '8 May 2026'])
      expect(section?.content).toContain(words);
    expect(pack).toMatchObject({ query, contextPack: { maxTokens: 200 } });
    expect(pack.totalTokens).toBeLessThanOrEqual(200);

    expect(await api.call(getMemory, { params: { id: section?.source ?? '' } })).toMatchObject({
      agentId: 'notes',
      sessionId: 'standup',
      speaker: 'Maya',
      tags: ['ops'],
      sourceEvents: [captured.eventId],
    });
    const event = await api.call(getEvent, { params: { id: captured.eventId } });
    expect(event).toMatchObject({ sessionId: 'standup', idempotencyKey: 'standup-1' });
    expect(event.learnedAt).not.toBeNull();
  });

  test('agent runs become artifacts of all four types, which name their evidence and are found by synthesize', async () => {
    const { api } = await newTenant(base());
    const events = codingSessions();
    const batch = await api.call(captureBatch, { body: { events } });
    expect(batch).toMatchObject({ queued: events.length, errors: 0, total: events.length });
    await api.learn({ agentId: 'coder' });
    const { items } = await api.call(listArtifacts, { query: { agentId: 'coder', limit: 100 } });
    expect(new Set(items.map((artifact) => artifact.type))).toEqual(new Set(ARTIFACT_TYPES));
    const known = new Set(batch.eventIds);
    for (const { sourceEvents } of items) {
      expect(sourceEvents.length).toBeGreaterThan(0);
      expect(sourceEvents.every((id) => known.has(id))).toBe(true);
    }
    const question = {
      query: 'The migration fails because the schema is stale',
      agentId: 'coder',
      includeMemories: false,
    };
    const { sections } = await api.call(synthesize, { body: question });
    expect(sections.length).toBeGreaterThan(0);
    expect(sections.every((section) => section.type === 'artifact')).toBe(true);
    expect(await api.call(getArtifact, { params: { id: sections[0]?.source ?? '' } })).toMatchObject({
      isActive: true,
      version: 1,
    });
  });

  test('learning again adds nothing', async () => {
    const { api } = await newTenant(base());
    await api.call(captureBatch, { body: { events: codingSessions() } });
    await api.learn();
    const before = await api.call(listArtifacts, { query: { limit: 100 } });
    expect(await api.learn()).toMatchObject({ status: 'completed', result: { eventsProcessed: 0 } });
    expect(await api.call(listArtifacts, { query: { limit: 100 } })).toEqual(before);
  });

  test('a repeated idempotency key returns the first response, and with another body a conflict', async () => {
    const { api } = await newTenant(base());
    const event = messageFrom('user', 'once', { idempotencyKey: 'key-1' });
    const first = await api.call(captureEvent, { body: event });
    expect(await api.call(captureEvent, { body: event })).toEqual(first);
    const changed = await api.post('/v1/capture', messageFrom('user', 'twice', { idempotencyKey: 'key-1' }));
    expect(changed).toMatchObject({ status: 409, body: { ok: false, error: { code: 'conflict' } } });
    const events = [event, { ...event, sessionId: 'other' }, { ...event, idempotencyKey: 'key-2' }];
    const batch = await api.call(captureBatch, { body: { events } });
    expect(batch).toMatchObject({
      queued: 2,
      errors: 1,
      total: 3,
      errorDetails: [{ index: 1, code: 'conflict' }],
    });
    expect(batch.eventIds.slice(0, 2)).toEqual([first.eventId, null]);
  });

  test('an unknown job is not found', async () => {
    const { api } = await newTenant(base());
    for (const id of ['cap_00000000000000000000000000000000', 'lrn_00000000000000000000000000000000', 'nonsense'])
      expect(await api.get(`/v1/jobs/${id}`)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  test('a deleted memory is neither synthesized nor found', async () => {
    const { api } = await newTenant(base());
    await api.call(captureEvent, { body: messageFrom('Ines', 'The safe deposit box is number seventeen.') });
    await api.learn();
    const question = { body: { query: 'Which safe deposit box?' } };
    const id = (await api.call(synthesize, question)).sections[0]?.source ?? '';
    expect(await api.call(deleteMemory, { params: { id } })).toEqual({ id, deleted: true });
    expect((await api.call(synthesize, question)).sections).toEqual([]);
    expect(await api.get(`/v1/memories/${id}`)).toMatchObject({ status: 404 });
  });

  test('without a query the most recent memory comes first', async () => {
    const { api } = await newTenant(base());
    for (const [day, content] of Object.entries({
      '01': 'The first release was built.',
      '09': 'The second release was built.',
    }))
      await api.call(captureEvent, {
        body: messageFrom('Tom', content, { sessionId: day, metadata: { occurredAt: `2026-05-${day}T10:00:00Z` } }),
      });
    await api.learn();
    const pack = await api.call(synthesize, { body: {} });
    expect(pack.query).toBe('');
    expect(pack.sections[0]?.content).toContain('second release');
  });

  test('usage counts requests, and health and metrics need no credential', async () => {
    const { api } = await newTenant(base());
    await api.call(captureEvent, { body: messageFrom('user', 'Our office is in Utrecht.') });
    await api.learn();
    await api.call(synthesize, { body: { query: 'office' } });
    expect(await api.call(getUsageMetrics)).toMatchObject({
      plan: 'enterprise',
      usage: { eventsThisMonth: 1, synthesesToday: 1, compilationsToday: 1 },
      totals: { events: 1, memories: 1, artifacts: 0 },
    });
    const anonymous = new ApiClient(base());
    expect(await anonymous.get('/v1/health')).toMatchObject({
      status: 200,
      body: { ok: true, data: { status: 'healthy' } },
    });
    expect(await anonymous.get('/health')).toMatchObject({
      status: 200,
      body: { status: 'healthy', postgres: 'connected', cache: 'connected' },
    });
  });
}
