import { randomUUID } from 'node:crypto';
import { Agent, OpenAIProvider, Runner, tool, user, assistant, type AgentInputItem } from '@openai/agents';
import { describe, expect, it } from '@jest/globals';
import type { Strata } from '@strata/client/strata';
import { recallFilter } from '@strata/openai-agents/recall-filter';
import { StrataSession, type StrataSessionOptions } from '@strata/openai-agents/session';
import { textOf } from '@strata/openai-agents/said-in-item';
import { openUnsteadyService } from '../fixtures/unsteady-service.ts';
import { answer, CALL, conversationEvents, QUESTION, streamed, streamedUntilItBreaks } from './chat-replies.ts';
import { FailingReply, serveModel, type ModelServer } from './model-server.ts';
import { output, response } from './responses-replies.ts';
import type { RunExample } from './run-example.ts';

const FIND_ORDER = tool({
  name: 'find_order',
  description: 'Shows an order.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true as const },
  strict: false,
  execute: () => ({ status: 'delivered' }),
});

/** The OpenAI Agents SDK with sessions in Strata, the real service, and a model that says what it is told to say. */
export function openAIAgentsSuite(
  connect: (url?: string, network?: typeof fetch) => Strata,
  serviceUrl: () => string,
  runExample: RunExample,
): void {
  describe('The OpenAI Agents SDK', () => {
    const agent = new Agent({ name: 'Support', instructions: 'Be brief.', model: 'local', tools: [FIND_ORDER] });
    const runnerOf = (model: ModelServer, useResponses = false) =>
      new Runner({
        modelProvider: new OpenAIProvider({ apiKey: 'none', baseURL: model.url, useResponses }),
        tracingDisabled: true,
      });
    const open = (options: Partial<StrataSessionOptions> = {}) => new StrataSession({ strata: connect(), ...options });
    const textsIn = async (session: StrataSession, limit?: number) =>
      (await session.getItems(limit)).map((item) => textOf('content' in item ? item.content : item.type));
    const eventsOf = async (sessionId: string) =>
      (await connect().api.listEvents({ sessionId, limit: 100 })).items.toReversed();

    it('remembers a run in the next one, of another process, and learns what was said', async () => {
      const [sessionId, userId] = ['order-talk', 'ann'];
      await connect().remember('Order 4471 travels on the night ferry.', { userId });
      await using model = await serveModel([
        answer({ tool_calls: [CALL] }),
        answer({ content: 'It was delivered.' }),
        answer({ content: 'To Ann.' }),
      ]);
      const runner = runnerOf(model);
      const callModelInputFilter = recallFilter(connect(), { userId });
      const first = await runner.run(agent, QUESTION, { session: open({ sessionId, userId }), callModelInputFilter });
      expect(first.finalOutput).toBe('It was delivered.');
      await runner.run(agent, 'To whom?', { session: open({ sessionId, userId }) });
      const [asked, , last] = model.requests.map((request) => (request as { messages: object[] }).messages);
      expect(asked?.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining('night ferry') });
      expect(last).toMatchObject([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: QUESTION },
        { role: 'assistant', tool_calls: [CALL] },
        { role: 'tool', tool_call_id: 'call_1' },
        { role: 'assistant', content: [{ text: 'It was delivered.' }] },
        { role: 'user', content: 'To whom?' },
      ]);
      const events = await eventsOf(sessionId);
      expect(events.slice(0, 4)).toMatchObject(conversationEvents());
      expect(events.slice(4).map(({ payload }) => payload['content'])).toEqual(['To whom?', 'To Ann.']);
      expect(new Set(events.map((event) => event.userId))).toEqual(new Set([userId]));
      expect(JSON.stringify(events)).not.toContain('ferry');
      await expect(open({ sessionId, userId: 'ben' }).getItems()).resolves.toEqual([]);
      await expect(connect().context('What was delivered?', { userId })).resolves.toContain('It was delivered.');
    });

    it('remembers a run of Responses, and a stream that breaks leaves what was asked', async () => {
      const session = open();
      await using model = await serveModel([response('resp_1', output('Hi'))]);
      await runnerOf(model, true).run(agent, 'Hello', { session });
      await expect(textsIn(session)).resolves.toEqual(['Hello', 'Hi']);
      await using broken = await serveModel([
        new FailingReply({ lines: streamedUntilItBreaks({ content: 'It was ' }) }),
        streamed({ content: 'It was delivered.' }),
      ]);
      const run = async () => {
        const result = await runnerOf(broken).run(agent, QUESTION, { session, stream: true });
        await result.completed;
      };
      await expect(run()).rejects.toThrow();
      await run();
      expect((await textsIn(session)).at(-1)).toBe('It was delivered.');
    });

    it('returns items as they were added, the last ones for a limit', async () => {
      const session = open();
      const long = `${'😀'.repeat(60_000)}\u0001 end`;
      const items: AgentInputItem[] = [
        user('One', { note: { deep: [1, null, true] } }),
        { type: 'reasoning', id: 'r1', content: [], rawContent: [{ type: 'reasoning_text', text: 'hm' }] },
        { type: 'function_call_result', name: 'read', callId: 'c1', status: 'completed', output: long },
        assistant('Two'),
      ];
      await session.addItems(items.slice(0, 2));
      await session.addItems(items.slice(2));
      await session.addItems([]);
      await expect(session.getItems()).resolves.toEqual(items);
      await expect(session.getItems(2)).resolves.toEqual(items.slice(2));
      await expect(session.getItems(0)).resolves.toEqual([]);
      const tooLarge = session.addItems([user('x'.repeat(5_000_000))]);
      await expect(tooLarge).rejects.toMatchObject({ code: 'payload_too_large' });
    });

    it('takes items out of the session', async () => {
      const session = open();
      await expect(session.popItem()).resolves.toBeUndefined();
      await session.addItems([user('One'), user('Two')]);
      await session.addItems([user('Three')]);
      await expect(session.popItem()).resolves.toEqual(user('Three'));
      await expect(session.popItem()).resolves.toEqual(user('Two'));
      await session.addItems([user('Four')]);
      await expect(textsIn(session)).resolves.toEqual(['One', 'Four']);
      await expect(textsIn(session, 1)).resolves.toEqual(['Four']);
      await session.clearSession();
      await expect(session.getItems()).resolves.toEqual([]);
      await expect(session.popItem()).resolves.toBeUndefined();
      await session.addItems([user('Five')]);
      await expect(textsIn(session)).resolves.toEqual(['Five']);
    });

    it('erases what it clears, if it is told to, and goes on', async () => {
      const session = open({ sessionId: 'erased', userId: 'eve', erases: true });
      await session.addItems([user('The harbour gate opens with the blue lever.')]);
      await session.clearSession();
      await session.addItems([user('Hello')]);
      const { api } = connect();
      const [erasure] = (await api.listErasures({ limit: 1 })).items;
      while ((await api.getErasure({ id: erasure?.id ?? '' })).status !== 'completed')
        await new Promise((resolve) => setTimeout(resolve, 50));
      await expect(connect().context('How does the gate open?', { userId: 'eve' })).resolves.not.toContain(
        'blue lever',
      );
      await expect(textsIn(session)).resolves.toEqual(['Hello']);
    });

    it('replaces items by a compaction, and learns those that stay once', async () => {
      const session = open({ sessionId: 'compacted' });
      await session.addItems([user('One'), user('Two'), user('Three')]);
      const compaction: AgentInputItem = { type: 'compaction', encrypted_content: 'x' };
      await session.replaceHistoryWithCompaction([compaction, user('Three'), user('Four')]);
      await expect(session.getItems()).resolves.toEqual([compaction, user('Three'), user('Four')]);
      const contents = (await eventsOf('compacted')).map(({ payload }) => payload['content']);
      expect(contents).toEqual(['One', 'Two', 'Three', '', 'Four']);
    });

    it('loses no item and pops none twice, though several processes write at the same time', async () => {
      const sessionId = randomUUID();
      const processes = Array.from({ length: 4 }, () => open({ sessionId }));
      const pairs = processes.map((_one, index) => [user(`${String(index)}a`), user(`${String(index)}b`)]);
      await Promise.all(processes.map((session, index) => session.addItems(pairs[index] ?? [])));
      const texts = await textsIn(open({ sessionId }));
      expect(texts.toSorted()).toEqual(['0a', '0b', '1a', '1b', '2a', '2b', '3a', '3b']);
      // What is added together stays together.
      expect(texts.filter((_text, at) => at % 2 === 0).map((text) => text[0])).toEqual(
        texts.filter((_text, at) => at % 2 === 1).map((text) => text[0]),
      );
      const popped = await Promise.all(processes.map((session) => session.popItem()));
      expect(popped.map((item) => textOf(item && 'content' in item ? item.content : '')).toSorted()).toEqual(
        texts.slice(4).toSorted(),
      );
      await expect(textsIn(open({ sessionId }))).resolves.toEqual(texts.slice(0, 4));
    });

    it('loses no item and adds none twice, though Strata goes away in the middle and comes back', async () => {
      const service = await openUnsteadyService(serviceUrl());
      const control = (path: string, body?: object) =>
        fetch(service.control + path, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });
      const sessionId = randomUUID();
      const session = open({ strata: connect(service.base), sessionId, timeoutMs: 5000 });
      await session.addItems([user('One')]);
      // Two requests are done, but their answers are lost.
      await control('/refuse', { times: 2, status: 503, code: 'unavailable', retryAfter: null, isForwarded: true });
      await session.addItems([user('Two')]);
      // Away for shorter than a call may take.
      await control('/cut');
      const added = session.addItems([user('Three')]);
      await control('/mend');
      await added;
      const texts = await textsIn(open({ sessionId }));
      expect(texts).toEqual(['One', 'Two', 'Three']);
      const events = await eventsOf(sessionId);
      expect(events.map(({ payload }) => payload['content'])).toEqual(texts);
      await service.close();
    });

    it.each([1, 2, 3, 4, 5])('adds once what is added again after an error, from request %i on', async (from) => {
      let requests = 0;
      const losing: typeof fetch = async (...request) => {
        const answered = await fetch(...request);
        return (requests += 1) >= from ? new Response('The proxy is ill', { status: 500 }) : answered;
      };
      const sessionId = randomUUID();
      const strata = connect(undefined, (...request) => network(...request));
      let network = losing;
      const session = open({ strata, sessionId });
      await expect(session.addItems([user('Once')])).rejects.toMatchObject({ code: 'unexpected_response' });
      network = fetch;
      await session.addItems([user('Once')]);
      await session.addItems([user('Once')]);
      await expect(textsIn(session)).resolves.toEqual(['Once', 'Once']);
      await expect(eventsOf(sessionId)).resolves.toHaveLength(2);
    });

    it('is shown by an example that runs', async () => {
      await using model = await serveModel([answer({ content: 'Noted.' })]);
      const printed = await runExample('openai-agents.mjs', { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url });
      expect(printed).toBe('Noted.\n');
      await expect(textsIn(open({ sessionId: 'chat-1', userId: 'ann' }))).resolves.toHaveLength(2);
    });
  });
}
