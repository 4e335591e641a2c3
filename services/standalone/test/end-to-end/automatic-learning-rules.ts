import { expect, test } from '@jest/globals';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { listAudit } from '@strata/contracts/operations/audit';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { getEvent, listEvents } from '@strata/contracts/operations/events';
import { getLearnSettings, updateLearnSettings } from '@strata/contracts/operations/learn-settings';
import { listMemories } from '@strata/contracts/operations/memories';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import { newOrganization } from '../fixtures/members.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

const messageIn = (sessionId: string, content: string, metadata: Record<string, unknown> = {}) => ({
  type: 'message',
  sessionId,
  payload: { role: 'Maya', content },
  metadata,
});

/** Sessions are compiled without a call of `POST /v1/learn`. The silence must be short. */
export function automaticLearningRules(base: () => string): void {
  const isCompiled = async (api: ApiClient, id: string): Promise<boolean> =>
    (await api.call(getEvent, { params: { id } })).learnedAt !== null;
  const capture = async (api: ApiClient, event: unknown): Promise<string> =>
    (await api.call(captureEvent, { body: event })).eventId;
  const compilations = async (api: ApiClient): Promise<number[]> => {
    const { compilationsToday, automaticCompilationsToday } = (await api.call(getUsageMetrics)).usage;
    return [compilationsToday, automaticCompilationsToday];
  };

  test('what was said in a session that fell silent is found, and its job is in the usage', async () => {
    const { api } = await newTenant(base());
    await capture(api, messageIn('standup', 'We moved the nightly export to four in the morning.'));
    const body = { query: 'When does the nightly export run?', maxTokens: 300 };
    const { sections } = await eventually(async () => {
      const pack = await api.call(synthesize, { body });
      return pack.sections.length > 0 && pack;
    });
    expect(sections[0]?.content).toContain('four in the morning');
    await eventually(async () => {
      const [all = 0, automatic] = await compilations(api);
      return all > 0 && all === automatic;
    });
  });

  test('runs of an agent become the same artifacts as on request', async () => {
    const [silent, asking] = [await newTenant(base()), await newTenant(base())];
    const events = codingSessions();
    for (const { api } of [silent, asking]) await api.call(captureBatch, { body: { events } });
    await asking.api.learn();
    const titles = async ({ api }: typeof silent): Promise<string[]> => {
      const { items } = await api.call(listArtifacts, { query: { limit: 100 } });
      return items.filter(({ isActive }) => isActive).map(({ title }) => title);
    };
    const expected = (await titles(asking)).sort();
    await eventually(async () => {
      expect((await titles(silent)).sort()).toEqual(expected);
      return true;
    });
    const page = await silent.api.call(listEvents, { query: { limit: 100 } });
    expect(page.items.every(({ learnedAt }) => learnedAt !== null)).toBe(true);
  });

  test('a session that closes, and one with many events, are compiled', async () => {
    const { api } = await newTenant(base());
    const closed = await capture(api, messageIn('closed', 'The buoy is red.', { sessionEnd: true }));
    const many = Array.from({ length: 40 }, (_, n) => messageIn('long', `Buoy ${String(n)} is green.`));
    const { eventIds } = await api.call(captureBatch, { body: { events: many } });
    for (const id of [closed, ...eventIds.slice(-1)]) await eventually(() => isCompiled(api, id ?? ''));
  });

  test('test data is compiled apart from live data', async () => {
    const { api, testApi } = await newTenant(base());
    const id = await capture(testApi, messageIn('rehearsal', 'The pier is closed on Monday.'));
    await eventually(() => isCompiled(testApi, id));
    expect((await api.call(listMemories)).items).toEqual([]);
    expect(await compilations(api)).toEqual([0, 0]);
  });

  test('a tenant that has turned it off keeps its events uncompiled until it asks, or turns it on', async () => {
    const { api, user } = await newTenant(base());
    const orgId = await newOrganization(user);
    const other = await newTenant(base());
    const off = await user.call(updateLearnSettings, { body: { isAutomatic: false } });
    expect(off).toEqual({ isAutomatic: false, isActive: false, silenceSeconds: 1, newEvents: 40 });
    const kept = await capture(api, messageIn('kept', 'The lamp was cleaned.', { sessionEnd: true }));
    for (const session of ['first', 'second']) {
      const id = await capture(other.api, messageIn(session, `The ${session} lamp burns.`, { sessionEnd: true }));
      await eventually(() => isCompiled(other.api, id));
    }
    expect([await isCompiled(api, kept), await compilations(api)]).toEqual([false, [0, 0]]);
    await api.learn();
    expect([await isCompiled(api, kept), await compilations(api)]).toEqual([true, [1, 0]]);
    const next = await capture(api, messageIn('kept', 'The lamp burns again.'));
    await user.call(updateLearnSettings, { body: { isAutomatic: true } });
    await eventually(() => isCompiled(api, next));
    expect(await user.call(getLearnSettings)).toMatchObject({ isAutomatic: true, isActive: true });
    await eventually(async () => {
      const query = { action: 'learn_settings.update', limit: 10 };
      const { items } = await user.call(listAudit, { params: { orgId }, query });
      return items.length === 2;
    });
  });
}
