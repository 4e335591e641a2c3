import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listEvents } from '@strata/contracts/operations/events';
import { synthesize } from '@strata/contracts/operations/synthesize';
import type { Event } from '@strata/contracts/schemas/event';
import { newTenant, type NewTenant } from './fixtures/new-tenant.ts';
import { startStandalone, UNLIMITED, type RunningSystem } from './fixtures/system-fixture.ts';
import { exporterTo, exportSpans, recordAgentRun, recordChats, type Encoding } from './opentelemetry/agent-run.ts';
import { startCuttingProxy } from './opentelemetry/cutting-proxy.ts';

const STORY = [
  'user: Ship order 4711 to my office, please. I always want express delivery.',
  'system: You are a support agent.',
  'assistant: I will look for a courier.',
  'tool_call {"tool_name":"book_courier","input":{"order":4711},"tool_call_id":"call_1"}',
  'tool_result {"tool_name":"book_courier","success":false,"error":"the courier has no capacity today","tool_call_id":"call_1"}',
  'tool_call {"tool_name":"book_express","input":{"order":4711},"tool_call_id":"call_2"}',
  'tool_result {"tool_name":"book_express","output":{"tracking":"EX-99"},"success":true,"tool_call_id":"call_2"}',
  'assistant: Order 4711 goes out by express with tracking number EX-99.',
  'system: invoke_agent support ended',
].sort();

describe('The OpenTelemetry SDK exports to Strata', () => {
  let system: RunningSystem;
  let tenant: NewTenant;
  beforeAll(async () => {
    system = await startStandalone({ settings: UNLIMITED });
    tenant = await newTenant(system.base);
  });
  afterAll(() => system.close());

  const exporter = (encoding: Encoding, { gzip = false, base = system.base } = {}) =>
    exporterTo(base, encoding, tenant.api.credential ?? '', gzip);
  const storedEvents = async (sessionId: string): Promise<Event[]> =>
    (await tenant.api.call(listEvents, { query: { sessionId, limit: 100 } })).items;
  const idsOf = async (sessionId: string): Promise<string[]> =>
    (await storedEvents(sessionId)).map(({ id }) => id).sort();
  const tell = ({ type, payload }: Event): string =>
    type === 'message'
      ? `${String(payload['role'])}: ${String(payload['content'])}`
      : `${type} ${JSON.stringify(payload)}`;

  describe.each<Encoding>(['JSON', 'protobuf'])('as %s', (encoding) => {
    test('a run with its messages, tools and errors, each once', async () => {
      const { spans, traceId } = await recordAgentRun({ 'user.id': 'customer-7' });
      expect(await exportSpans(exporter(encoding), spans)).toBeUndefined();
      const events = await storedEvents(traceId);
      expect(events.map(tell).sort()).toEqual(STORY);
      expect(new Set(events.map(({ userId }) => userId))).toEqual(new Set(['customer-7']));
      expect(new Set(events.map(({ agentId }) => agentId))).toEqual(new Set(['support']));
      expect(events.filter(({ metadata }) => metadata['sessionEnd'] === true).map(tell)).toEqual([
        'system: invoke_agent support ended',
      ]);
    });

    test('the same again, also compressed, and nothing changes', async () => {
      const { spans, traceId } = await recordAgentRun();
      await exportSpans(exporter(encoding), spans);
      const before = await idsOf(traceId);
      expect(await exportSpans(exporter(encoding), spans)).toBeUndefined();
      expect(await exportSpans(exporter(encoding, { gzip: true }), spans)).toBeUndefined();
      expect(await idsOf(traceId)).toEqual(before);
      expect(before).toHaveLength(STORY.length);
    });

    test('span by span in any order, and the events are the same', async () => {
      const { spans, traceId } = await recordAgentRun();
      const rounds = [spans, [...spans].reverse(), [...spans.slice(3), ...spans.slice(0, 3)]];
      const seen: string[][] = [];
      for (const round of rounds) {
        const other = await newTenant(system.base);
        for (const span of round)
          expect(
            await exportSpans(exporterTo(system.base, encoding, other.api.credential ?? ''), [span]),
          ).toBeUndefined();
        const { items } = await other.api.call(listEvents, { query: { sessionId: traceId, limit: 100 } });
        seen.push(items.map((event) => event.idempotencyKey ?? '').sort());
      }
      expect(seen[0]).toHaveLength(STORY.length);
      expect(new Set(seen.map((keys) => keys.join()))).toEqual(new Set([seen[0]?.join()]));
    });

    test('through a connection that breaks before the response, and its retry stores nothing twice', async () => {
      const { spans, traceId } = await recordAgentRun();
      const proxy = await startCuttingProxy(system.base);
      try {
        expect(await exportSpans(exporter(encoding, { base: proxy.base }), spans)).toBeUndefined();
        expect(proxy.requests()).toBe(2);
      } finally {
        await proxy.close();
      }
      expect((await storedEvents(traceId)).map(tell).sort()).toEqual(STORY);
    });
  });

  test('the requests of one conversation: each message once, and an answer that is repeated twice', async () => {
    const conversation = 'conversation-1';
    const history = [
      'Shall I book the table?',
      'yes',
      'For how many people?',
      'Four. Shall I say it again?',
      'Please.',
      'yes',
    ];
    const { spans } = await recordChats([history.slice(0, 2), history.slice(0, 4), history], {
      'gen_ai.conversation.id': conversation,
    });
    for (const span of [...spans].reverse()) await exportSpans(exporter('protobuf'), [span]);
    const events = await storedEvents(conversation);
    expect(events.map(({ payload }) => payload['content']).sort()).toEqual([...history].sort());
    expect(events.some(({ metadata }) => 'sessionEnd' in metadata)).toBe(false);
  });

  test('a root that failed, which is how its session ended', async () => {
    const { spans, traceId } = await recordChats([['Refund order 12']], {}, 'the model is overloaded');
    await exportSpans(exporter('JSON'), spans);
    const end = (await storedEvents(traceId)).find(({ metadata }) => metadata['sessionEnd'] === true);
    expect(end?.payload).toMatchObject({ resolved: false, error: 'the model is overloaded' });
  });

  test('what an agent then remembers', async () => {
    const other = await newTenant(system.base);
    const { spans } = await recordAgentRun({ 'user.id': 'customer-9' });
    await exportSpans(exporterTo(system.base, 'protobuf', other.api.credential ?? ''), spans);
    await other.api.learn();
    const query = 'Which delivery does the customer want?';
    const ask = (userId: string) => other.api.call(synthesize, { body: { query, userId, format: 'text' } });
    expect(JSON.stringify(await ask('customer-9'))).toContain('I always want express delivery');
    expect(JSON.stringify(await ask('customer-1'))).not.toContain('I always want express delivery');
  });
});
