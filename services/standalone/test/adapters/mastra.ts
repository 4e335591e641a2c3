import { describe, expect, it } from '@jest/globals';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { Memory } from '@mastra/memory';
import { Strata } from '@strata/client/strata';
import { openServiceDown, WAYS_DOWN } from '@strata/testkit/service-down';
import { strataProcessor, type StrataProcessorOptions } from '@strata/mastra/processor';
import { z } from 'zod';
import { answer, CALL, conversationEvents, QUESTION, streamed } from './chat-replies.ts';
import { serveModel, type ModelServer } from './model-server.ts';
import type { RunExample } from './run-example.ts';

const CONVERSATION = conversationEvents({ success: true });
const TOOLS = {
  find_order: createTool({
    id: 'find_order',
    description: 'Shows an order.',
    inputSchema: z.object({ id: z.string() }),
    execute: () => Promise.resolve({ status: 'delivered' }),
  }),
};

/** Mastra's agents with its own memory and Strata, the real service, and a model that says what it is told to say. */
export function mastraSuite(connect: () => Strata, runExample: RunExample): void {
  describe('Mastra', () => {
    const open = (strata: Strata, model: ModelServer, options: StrataProcessorOptions = {}, memory?: Memory) => {
      const processor = strataProcessor(strata, options);
      return new Agent({
        id: 'support',
        name: 'Support',
        instructions: 'Be brief.',
        model: { id: 'local/local', url: model.url, apiKey: 'none' },
        tools: TOOLS,
        ...(memory === undefined ? {} : { memory }),
        inputProcessors: [processor],
        outputProcessors: [processor],
        maxRetries: 0,
      });
    };
    const remembering = (): Memory => new Memory({ storage: new InMemoryStore() });
    const eventsOf = async (strata: Strata, sessionId: string) => {
      await strata.flush();
      const { items } = await strata.api.listEvents({ sessionId, limit: 100 });
      return items.toReversed();
    };
    const contentsOf = async (strata: Strata, sessionId: string) =>
      (await eventsOf(strata, sessionId)).map(({ payload }) => payload['content']);

    it('gives a model what is recalled of a resource, and captures each thing once, without what was recalled', async () => {
      const strata = connect();
      await strata.remember('Order 4471 travels on the night ferry.', { userId: 'ann', sessionId: 'earlier' });
      await using model = await serveModel([answer({ tool_calls: [CALL] }), answer({ content: 'It was delivered.' })]);
      const memory = remembering();
      const { text } = await open(strata, model, {}, memory).generate(QUESTION, {
        memory: { thread: 'mastra-1', resource: 'ann' },
      });
      expect(text).toBe('It was delivered.');
      expect(model.requests).toHaveLength(2);
      for (const request of model.requests)
        expect((request as { messages: unknown[] }).messages.slice(0, 2)).toMatchObject([
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: [{ text: expect.stringContaining('night ferry') }, { text: QUESTION }] },
        ]);
      const events = await eventsOf(strata, 'mastra-1');
      expect(events).toMatchObject(CONVERSATION);
      expect(events.map(({ userId }) => userId)).toEqual(CONVERSATION.map(() => 'ann'));
      expect(JSON.stringify(events)).not.toContain('ferry');
      const { messages } = await memory.recall({ threadId: 'mastra-1', resourceId: 'ann' });
      expect(JSON.stringify(messages)).not.toContain('ferry');
    });

    it('recalls of the thread only, if told so', async () => {
      const strata = connect();
      await strata.remember('The gate code hangs on the blue hook.', { userId: 'ben', sessionId: 'other-thread' });
      await using model = await serveModel([answer({ content: 'No.' }), answer({ content: 'Yes.' })]);
      const ask = (scope: 'thread' | 'resource') =>
        open(strata, model, { scope }, remembering()).generate('Where does the gate code hang?', {
          memory: { thread: `mastra-${scope}`, resource: 'ben' },
        });
      await ask('thread');
      await ask('resource');
      expect(JSON.stringify(model.requests[0])).not.toContain('blue hook');
      expect(JSON.stringify(model.requests[1])).toContain('blue hook');
    });

    it('captures the turns of a thread without its history', async () => {
      const strata = connect();
      await using model = await serveModel([answer({ content: 'Hi.' }), answer({ content: 'Hi.' })]);
      const agent = open(strata, model, {}, remembering());
      for (let turn = 0; turn < 2; turn += 1)
        await agent.generate('Hello', { memory: { thread: 'mastra-2', resource: 'ann' } });
      expect(JSON.stringify(model.requests[1]).match(/Hello/gu)).toHaveLength(2);
      await expect(contentsOf(strata, 'mastra-2')).resolves.toEqual(['Hello', 'Hi.', 'Hello', 'Hi.']);
    });

    it('captures what a model streams', async () => {
      const strata = connect();
      await using model = await serveModel([streamed({ content: 'It was ' }, { content: 'delivered.' })]);
      const agent = open(strata, model, {}, remembering());
      const { textStream } = await agent.stream(QUESTION, { memory: { thread: 'mastra-3', resource: 'ann' } });
      const deltas: string[] = [];
      for await (const delta of textStream) deltas.push(delta);
      expect(deltas.join('')).toBe('It was delivered.');
      await expect(contentsOf(strata, 'mastra-3')).resolves.toEqual([QUESTION, 'It was delivered.']);
    });

    it('captures what an application sends again with a history of its own once', async () => {
      const strata = connect();
      await using model = await serveModel([answer({ content: 'Hi.' }), answer({ content: 'Bye.' })]);
      const agent = open(strata, model);
      await agent.generate('Hello', { memory: { thread: 'mastra-4', resource: 'ann' } });
      const history = [
        { role: 'user' as const, content: 'Hello' },
        { role: 'assistant' as const, content: 'Hi.' },
        { role: 'user' as const, content: 'Goodbye' },
      ];
      await agent.generate(history, { memory: { thread: 'mastra-4', resource: 'ann' } });
      await expect(contentsOf(strata, 'mastra-4')).resolves.toEqual(['Hello', 'Hi.', 'Goodbye', 'Bye.']);
    });

    it.each(WAYS_DOWN)('answers though Strata %s', async (way) => {
      await using down = await openServiceDown(way);
      const strata = new Strata({
        baseUrl: down.baseUrl,
        apiKey: 'none',
        timeoutMs: down.timeoutMs,
        buffer: { deliveryTimeoutMs: 1 },
      });
      const errors: unknown[] = [];
      await using model = await serveModel([answer({ content: 'It was delivered.' })]);
      const agent = open(
        strata,
        model,
        { timeoutMs: down.timeoutMs, onError: (error) => errors.push(error) },
        remembering(),
      );
      const call = agent.generate(QUESTION, { memory: { thread: 'away', resource: 'ann' } });
      await expect(call).resolves.toMatchObject({ text: 'It was delivered.' });
      expect(errors[0]).toMatchObject({ code: down.code });
      await expect(strata.flush()).rejects.toMatchObject({ code: 'undelivered' });
    });

    it('is shown by an example that runs', async () => {
      await using model = await serveModel([answer({ content: 'It was delivered.' })]);
      const printed = await runExample('mastra.mjs', { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url });
      expect(printed).toBe('It was delivered.\n');
      const { items } = await connect().api.listEvents({ agentId: 'shop', limit: 10 });
      expect(items.map(({ payload }) => payload['content']).toReversed()).toEqual([QUESTION, 'It was delivered.']);
    });
  });
}
