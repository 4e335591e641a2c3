import { expect, test } from '@jest/globals';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { getErasure, startErasure } from '@strata/contracts/operations/erasures';
import { startExport } from '@strata/contracts/operations/exports';
import { listEvents } from '@strata/contracts/operations/events';
import { getJob } from '@strata/contracts/operations/learn';
import { listMemories } from '@strata/contracts/operations/memories';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { exportLineSchema } from '@strata/contracts/schemas/export';
import type { ContextPack } from '@strata/contracts/schemas/synthesis';
import { describeSubject } from '@strata/kernel/erased-subject';
import { eventually } from '@strata/testkit/eventually';
import { createHash } from 'node:crypto';
import type { ApiClient } from '../fixtures/api-client.ts';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

const said = (content: string, userId?: string, more: Record<string, unknown> = {}) => ({
  type: 'message',
  sessionId: `chat of ${userId ?? 'the agent'}`,
  payload: { role: 'user', content },
  metadata: { agentId: 'concierge', ...(userId === undefined ? {} : { userId }), ...more },
});

const EVENTS = [
  said('My allergy is peanuts, please never book a dinner with peanuts.', 'ada', {
    occurredAt: '2026-03-01T10:00:00Z',
  }),
  said('My allergy is shellfish, so no dinner at the harbour.', 'bo', { occurredAt: '2026-04-01T10:00:00Z' }),
  said('Dinner is served from six; ask every guest for an allergy.'),
];
const QUESTION = { query: 'Which allergy matters for dinner?', agentId: 'concierge', explain: true };
/** Who is named in the words of each end user. */
const WORDS = { ada: 'peanuts', bo: 'shellfish', nobody: 'every guest' };

const whoseWords = (of: unknown): string[] =>
  Object.entries(WORDS).flatMap(([who, word]) => (JSON.stringify(of).includes(word) ? [who] : []));

/** End users of one agent, through capture, learning and synthesis. */
export function endUserRules(base: () => string): void {
  const packs = async (api: ApiClient): Promise<ContextPack[]> =>
    Promise.all(
      ['ada', 'bo', 'cy', undefined].map((userId) => {
        const body = { ...QUESTION, ...(userId === undefined ? {} : { userId }) };
        return api.call(synthesize, { body });
      }),
    );

  test('no end user is shown what another one said, before and after it is learned', async () => {
    const { api } = await newTenant(base());
    const { eventIds } = await api.call(captureBatch, { body: { events: EVENTS } });
    const expected = [['ada', 'nobody'], ['bo', 'nobody'], ['nobody'], ['nobody']];
    const unlearned = await eventually(async () => {
      const found = await packs(api);
      return found.every(({ sections }) => sections.length > 0) && found;
    });
    for (const [at, pack] of unlearned.entries()) {
      expect(expected[at]).toEqual(expect.arrayContaining(whoseWords(pack)));
      expect(pack.sections.map(({ type }) => type)).toContain('event');
    }
    await api.learn();
    const learned = await packs(api);
    expect(learned.map(whoseWords)).toEqual(expected);
    const { items } = await api.call(listMemories, { query: { userId: 'bo' } });
    expect(items).toMatchObject([{ userId: 'bo', sourceEvents: [eventIds[1]] }]);
    const ofBo = items[0]?.id ?? '';
    for (const [at, pack] of learned.entries()) expect(JSON.stringify(pack).includes(ofBo)).toBe(at === 1);
  });

  test('an end user can be erased, and the others stay', async () => {
    const { api } = await newTenant(base());
    await api.call(captureBatch, { body: { events: EVENTS } });
    await api.learn();
    const { jobId } = await api.call(startErasure, { body: { userId: 'ada' } });
    const erasure = await eventually(async () => {
      const job = await api.call(getErasure, { params: { id: jobId } });
      return ['completed', 'failed'].includes(job.status) && job;
    });
    expect(erasure).toMatchObject({
      status: 'completed',
      result: { removed: { events: 1, memories: 1, indexEntries: 1 } },
    });
    expect((await packs(api)).map(whoseWords)).toEqual([['nobody'], ['bo', 'nobody'], ['nobody'], ['nobody']]);
    expect(whoseWords((await api.call(listEvents)).items)).toEqual(['bo', 'nobody']);
  });

  test('an end user’s data can be exported, with a checksum, until the end user is erased', async () => {
    const { api } = await newTenant(base());
    await api.call(captureBatch, { body: { events: EVENTS } });
    await api.learn();
    await api.call(captureEvent, { body: said('My allergy is peanuts and also cashews.', 'ada') });
    const { jobId } = await api.call(startExport, { body: { userId: 'ada' } });
    const job = await eventually(async () => {
      const read = await api.call(getJob, { params: { id: jobId } });
      return read.status === 'completed' && read;
    });
    expect(job).toMatchObject({ type: 'export', result: { subject: describeSubject({ userId: 'ada' }) } });
    await api.call(captureEvent, { body: said('My allergy is peanuts, later.', 'ada') });

    const download = (): Promise<Response> =>
      fetch(`${base()}/v1/exports/${jobId}`, { headers: { Authorization: `Bearer ${api.credential ?? ''}` } });
    const response = await download();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const text = await response.text();
    const lines = text.trimEnd().split('\n');
    const last = lines.pop() ?? '';
    const before = text.slice(0, -last.length - 1);
    const sha256 = createHash('sha256').update(before).digest('hex');
    expect(JSON.parse(last)).toEqual({ sha256, lines: lines.length });
    const parsed = lines.map((line) => exportLineSchema.parse(JSON.parse(line)));
    expect(parsed).toMatchObject([
      { type: 'export', id: jobId, userId: 'ada' },
      { type: 'event', event: { userId: 'ada', payload: EVENTS[0]?.payload } },
      { type: 'event', event: { userId: 'ada' } },
      { type: 'memory', memory: { userId: 'ada', validTo: null } },
    ]);
    expect(whoseWords(text)).toEqual(['ada']);

    await api.call(startErasure, { body: { userId: 'ada' } });
    await eventually(async () => (await download()).status === 410);
  });

  test('equal words of two end users are two memories', async () => {
    const { api } = await newTenant(base());
    await api.call(captureBatch, {
      body: { events: ['ada', 'bo', undefined].map((user) => said('I prefer the quiet table by the window.', user)) },
    });
    await api.learn();
    const { items } = await api.call(listMemories);
    expect(items.map(({ userId }) => userId).sort()).toEqual(['ada', 'bo', null]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
  });

  test('lists, learning and synthesis take end users, sessions and times', async () => {
    const { api } = await newTenant(base());
    await api.call(captureBatch, { body: { events: EVENTS } });
    await api.learn({ userId: 'bo' });
    expect(whoseWords((await api.call(listMemories)).items)).toEqual(['bo']);
    await api.learn();
    const events = await api.call(listEvents, { query: { userId: 'ada' } });
    expect(whoseWords(events.items)).toEqual(['ada']);
    const ofMarch = { since: '2026-03-01', until: '2026-04-01' };
    expect(whoseWords((await api.call(listEvents, { query: ofMarch })).items)).toEqual(['ada']);
    expect(whoseWords((await api.call(listMemories, { query: ofMarch })).items)).toEqual(['ada']);
    const limits = [ofMarch, { sessionId: 'chat of ada' }, { sessionId: 'chat of bo' }, { until: '2026-03-01' }];
    const found = limits.map(async (limit) => {
      const { sections } = await api.call(synthesize, { body: { ...QUESTION, userId: 'ada', ...limit } });
      return whoseWords(sections);
    });
    expect(await Promise.all(found)).toEqual([['ada'], ['ada'], [], []]);
  });

  test('what is learned from one end user alone is for this one alone', async () => {
    const { api } = await newTenant(base());
    const events = codingSessions().map((event) => ({
      ...event,
      metadata: { ...(event.metadata as object), userId: 'ada' },
    }));
    await api.call(captureBatch, { body: { events } });
    await api.learn();
    const { items } = await api.call(listArtifacts, { query: { userId: 'ada', limit: 100 } });
    expect(items.length).toBeGreaterThan(0);
    expect((await api.call(listArtifacts)).total).toBe(items.length);
    const query = 'The migration fails because the schema is stale';
    const found = ['ada', 'bo', undefined].map(async (userId) => {
      const body = { query, agentId: 'coder', explain: true, ...(userId === undefined ? {} : { userId }) };
      const { sections, excluded = [] } = await api.call(synthesize, { body });
      return [sections.some(({ type }) => type === 'artifact'), sections.length + excluded.length > 0];
    });
    expect(await Promise.all(found)).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
  });

  test('the id of an end user is a text of 1 to 200 characters', async () => {
    const { api } = await newTenant(base());
    for (const userId of ['', 'x'.repeat(201), 7, null, ['ada']]) {
      const event = { ...said('Hello, I would like a table.'), metadata: { userId } };
      const response = await api.post('/v1/capture', event);
      expect(response).toMatchObject({ status: 422, body: { error: { details: [{ field: 'metadata.userId' }] } } });
    }
    await api.call(captureEvent, {
      body: { ...said('Hello, I would like a table.'), metadata: { userId: 'x'.repeat(200) } },
    });
  });
}
