import { expect, test } from '@jest/globals';
import { ApiClient } from './api-client.ts';
import { codingSessions } from './coding-sessions.ts';
import { newTenant, type System } from './system.ts';

const ARTIFACT_TYPES = ['causal_pattern', 'decision_policy', 'failure_playbook', 'task_schema'];

/** Capture, learn, synthesize, as an agent uses them. */
export function coreLoopRules(system: () => System): void {
  test('what is captured and learned comes back in words, with speaker and date', async () => {
    const { api } = await newTenant(system().base);
    const captured = await api.post('/v1/capture', {
      type: 'message',
      sessionId: 'standup',
      payload: { role: 'Maya', content: 'We decided to move the nightly export to four in the morning.' },
      metadata: { agentId: 'notes', tags: ['ops'], occurredAt: '2026-05-08T09:00:00Z' },
      idempotencyKey: 'standup-1',
    });
    expect(captured).toMatchObject({
      status: 202,
      body: { ok: true, data: { status: 'queued', idempotencyKey: 'standup-1' } },
    });
    expect(captured.body.data.jobId).toMatch(/^cap_/);
    expect(await api.learn()).toMatchObject({ type: 'learn', status: 'completed', error: null });
    const pack = await api.post('/v1/synthesize', { query: 'When does the nightly export run?', maxTokens: 200 });
    expect(pack.status).toBe(200);
    const [section] = pack.body.data.sections;
    expect(section).toMatchObject({ type: 'memory' });
    expect(section.content).toContain('move the nightly export to four in the morning');
    expect(section.content).toContain('Maya');
    expect(section.content).toContain('8 May 2026');
    expect(pack.body.data).toMatchObject({ query: 'When does the nightly export run?', contextPack: { maxTokens: 200 } });
    expect(pack.body.data.totalTokens).toBeLessThanOrEqual(200);

    const memory = await api.get(`/v1/memories/${String(section.source)}`);
    expect(memory.body.data).toMatchObject({
      agentId: 'notes',
      sessionId: 'standup',
      speaker: 'Maya',
      tags: ['ops'],
      sourceEvents: [captured.body.data.eventId],
    });
    const event = await api.get(`/v1/events/${String(captured.body.data.eventId)}`);
    expect(event.body.data).toMatchObject({ sessionId: 'standup', idempotencyKey: 'standup-1' });
    expect(event.body.data.learnedAt).not.toBeNull();
  });

  test('agent runs become artifacts of all four types that name their evidence and are found again', async () => {
    const { api } = await newTenant(system().base);
    const events = codingSessions();
    const batch = await api.post('/v1/capture/batch', { events });
    expect(batch).toMatchObject({ status: 202, body: { data: { queued: events.length, errors: 0, total: events.length } } });
    await api.learn({ agentId: 'coder' });
    const listed = await api.get('/v1/artifacts?agentId=coder&limit=100');
    const artifacts = listed.body.data.items as { id: string; type: string; sourceEvents: string[] }[];
    expect([...new Set(artifacts.map((artifact) => artifact.type))].sort()).toEqual(ARTIFACT_TYPES);
    const known = new Set<string>(batch.body.data.eventIds as string[]);
    for (const artifact of artifacts) {
      expect(artifact.sourceEvents.length).toBeGreaterThan(0);
      expect(artifact.sourceEvents.every((id) => known.has(id))).toBe(true);
    }
    const pack = await api.post('/v1/synthesize', { query: 'The migration fails because the schema is stale', agentId: 'coder', includeMemories: false });
    const sections = pack.body.data.sections as { type: string; source: string; content: string }[];
    expect(sections.length).toBeGreaterThan(0);
    expect(sections.every((section) => section.type === 'artifact')).toBe(true);
    const detail = await api.get(`/v1/artifacts/${String(sections[0]?.source)}`);
    expect(detail.body.data).toMatchObject({ isActive: true, version: 1 });
  });

  test('learning again adds nothing', async () => {
    const { api } = await newTenant(system().base);
    await api.post('/v1/capture/batch', { events: codingSessions() });
    await api.learn();
    const before = await api.get('/v1/artifacts?limit=100');
    expect(await api.learn()).toMatchObject({ status: 'completed', result: { eventsProcessed: 0 } });
    expect((await api.get('/v1/artifacts?limit=100')).body.data).toEqual(before.body.data);
  });

  test('a repeated idempotency key gets the first answer, another body a conflict', async () => {
    const { api } = await newTenant(system().base);
    const event = { type: 'message', sessionId: 's', payload: { role: 'user', content: 'once' }, idempotencyKey: 'key-1' };
    const first = await api.post('/v1/capture', event);
    const again = await api.post('/v1/capture', event);
    expect(again.body.data).toEqual(first.body.data);
    const changed = await api.post('/v1/capture', { ...event, payload: { role: 'user', content: 'twice' } });
    expect(changed).toMatchObject({ status: 409, body: { ok: false, error: { code: 'conflict' } } });
    const batch = await api.post('/v1/capture/batch', { events: [event, { ...event, sessionId: 'other' }, { ...event, idempotencyKey: 'key-2' }] });
    expect(batch).toMatchObject({ status: 202, body: { data: { queued: 2, errors: 1, total: 3, errorDetails: [{ index: 1, code: 'conflict' }] } } });
    expect(batch.body.data.eventIds[0]).toBe(first.body.data.eventId);
    expect(batch.body.data.eventIds[1]).toBeNull();
  });

  test('a job that was never issued is not found', async () => {
    const { api } = await newTenant(system().base);
    for (const id of ['cap_00000000000000000000000000000000', 'lrn_00000000000000000000000000000000', 'nonsense'])
      expect(await api.get(`/v1/jobs/${id}`)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  test('a deleted memory is nowhere any more', async () => {
    const { api } = await newTenant(system().base);
    await api.post('/v1/capture', { type: 'message', sessionId: 's', payload: { role: 'Ines', content: 'The safe deposit box is number seventeen.' } });
    await api.learn();
    const query = { query: 'Which safe deposit box?' };
    const source = String((await api.post('/v1/synthesize', query)).body.data.sections[0].source);
    expect(await api.delete(`/v1/memories/${source}`)).toMatchObject({ status: 200, body: { data: { id: source, deleted: true } } });
    expect((await api.post('/v1/synthesize', query)).body.data.sections).toEqual([]);
    expect(await api.get(`/v1/memories/${source}`)).toMatchObject({ status: 404 });
  });

  test('without a query the most recent comes first', async () => {
    const { api } = await newTenant(system().base);
    for (const [day, content] of [['01', 'The first release was built.'], ['09', 'The second release was built.']])
      await api.post('/v1/capture', {
        type: 'message',
        sessionId: `release-${String(day)}`,
        payload: { role: 'Tom', content },
        metadata: { occurredAt: `2026-05-${String(day)}T10:00:00Z` },
      });
    await api.learn();
    const pack = await api.post('/v1/synthesize', {});
    expect(pack.body.data.query).toBe('');
    expect(pack.body.data.sections[0].content).toContain('second release');
  });

  test('usage counts what was done, and health and metrics are open', async () => {
    const { api } = await newTenant(system().base);
    await api.post('/v1/capture', { type: 'message', sessionId: 's', payload: { role: 'user', content: 'Our office is in Utrecht.' } });
    await api.learn();
    await api.post('/v1/synthesize', { query: 'office' });
    expect((await api.get('/v1/usage-metrics')).body.data).toMatchObject({
      plan: 'free',
      usage: { eventsThisMonth: 1, synthesesToday: 1, compilationsToday: 1 },
      totals: { events: 1, memories: 1, artifacts: 0 },
    });
    const anyone = new ApiClient(system().base);
    expect(await anyone.get('/v1/health')).toMatchObject({ status: 200, body: { ok: true, data: { status: 'healthy' } } });
    expect(await anyone.get('/health')).toMatchObject({ status: 200, body: { status: 'healthy', postgres: 'connected', cache: 'connected' } });
    expect((await anyone.get('/metrics')).status).toBe(200);
  });
}
