import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { describe, expect, it } from '@jest/globals';
import { strataMiddleware, type StrataMiddlewareOptions } from '@strata/ai-sdk/middleware';
import { Strata } from '@strata/client/strata';
import { openServiceDown, WAYS_DOWN } from '@strata/testkit/service-down';
import { generateText, jsonSchema, stepCountIs, streamText, tool, wrapLanguageModel, type ModelMessage } from 'ai';
import { answer, CALL, conversationEvents, QUESTION, streamed } from './chat-replies.ts';
import { serveModel, type ModelServer } from './model-server.ts';
import type { RunExample } from './run-example.ts';

const CONVERSATION = conversationEvents({ success: true });
const TOOLS = {
  find_order: tool({
    // The SDK repeats the input in the history with what the schema adds.
    inputSchema: jsonSchema<{ id: string }>(
      { type: 'object' },
      { validate: (value) => ({ success: true, value: { ...(value as { id: string }), verbose: true } }) },
    ),
    execute: ({ id }) => {
      if (id !== '4471') throw new Error('no such order');
      return { status: 'delivered' };
    },
  }),
};

/** The AI SDK with a middleware of Strata, the real service, and a model that says what it is told to say. */
export function aiSdkSuite(connect: () => Strata, runExample: RunExample): void {
  describe('The AI SDK', () => {
    const open = (strata: Strata, model: ModelServer, options: StrataMiddlewareOptions) => ({
      model: wrapLanguageModel({
        model: createOpenAICompatible({ name: 'local', baseURL: model.url })('local'),
        middleware: strataMiddleware(strata, options),
      }),
      tools: TOOLS,
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    });
    const eventsOf = async (strata: Strata, sessionId: string) => {
      await strata.flush();
      const { items } = await strata.api.listEvents({ sessionId, limit: 100 });
      return items.toReversed();
    };

    it('gives a model what is recalled, and captures each thing once, without what was recalled', async () => {
      const strata = connect();
      await strata.remember('Order 4471 travels on the night ferry.', { userId: 'ann' });
      await using model = await serveModel([answer({ tool_calls: [CALL] }), answer({ content: 'It was delivered.' })]);
      const { text } = await generateText({
        ...open(strata, model, { sessionId: 'generated', userId: 'ann' }),
        instructions: 'Be brief.',
        prompt: QUESTION,
      });
      expect(text).toBe('It was delivered.');
      const [first, second] = model.requests.map((request) => (request as { messages: unknown[] }).messages);
      expect(first).toMatchObject([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ text: expect.stringContaining('night ferry') }, { text: QUESTION }] },
      ]);
      expect(second?.slice(0, 2)).toEqual(first);
      const events = await eventsOf(strata, 'generated');
      expect(events).toMatchObject(CONVERSATION);
      expect(events.map(({ userId }) => userId)).toEqual(CONVERSATION.map(() => 'ann'));
      expect(JSON.stringify(events)).not.toContain('ferry');
    });

    it('captures what a model streams', async () => {
      const strata = connect();
      await using model = await serveModel([
        streamed({ tool_calls: [{ index: 0, ...CALL }] }),
        streamed({ content: 'It was ' }, { content: 'delivered.' }),
      ]);
      const { textStream } = streamText({ ...open(strata, model, { sessionId: 'streamed' }), prompt: QUESTION });
      const deltas: string[] = [];
      for await (const delta of textStream) deltas.push(delta);
      expect(deltas).toEqual(['It was ', 'delivered.']);
      await expect(eventsOf(strata, 'streamed')).resolves.toMatchObject(CONVERSATION);
    });

    it('captures the next turn of another process without its history, also when it is tried again', async () => {
      const strata = connect();
      const messages: ModelMessage[] = [{ role: 'user', content: 'Hello' }];
      const ask = async (content: string): Promise<ModelMessage[]> => {
        await using model = await serveModel([answer({ content })]);
        const { responseMessages } = await generateText({
          ...open(strata, model, { sessionId: 'turns' }),
          messages,
        });
        return responseMessages;
      };
      messages.push(...(await ask('Hi')), { role: 'user', content: 'Hello' });
      await ask('Hi again');
      await ask('Hi again');
      const contents = (await eventsOf(strata, 'turns')).map(({ payload }) => payload['content']);
      expect(contents).toEqual(['Hello', 'Hi', 'Hello', 'Hi again']);
    });

    it('captures the error of a tool', async () => {
      const strata = connect();
      const wrong = { ...CALL, function: { ...CALL.function, arguments: '{"id":"1"}' } };
      await using model = await serveModel([answer({ tool_calls: [wrong] }), answer({ content: 'No such order.' })]);
      await generateText({ ...open(strata, model, { sessionId: 'failed' }), prompt: QUESTION });
      const [, , result] = await eventsOf(strata, 'failed');
      expect(result?.payload).toMatchObject({
        success: false,
        error: expect.stringContaining('no such order'),
      });
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
      const options = { timeoutMs: down.timeoutMs, onError: (error: unknown) => errors.push(error) };
      await using model = await serveModel([
        answer({ tool_calls: [CALL] }),
        answer({ content: 'It was delivered.' }),
        streamed({ content: 'It was delivered.' }),
      ]);
      const call = { ...open(strata, model, options), prompt: QUESTION };
      await expect(generateText(call)).resolves.toMatchObject({ text: 'It was delivered.' });
      await expect(streamText(call).text).resolves.toBe('It was delivered.');
      expect(errors[0]).toMatchObject({ code: down.code });
      await expect(strata.flush()).rejects.toMatchObject({ code: 'undelivered' });
    });

    it('is shown by an example that runs', async () => {
      await using model = await serveModel([answer({ tool_calls: [CALL] }), answer({ content: 'It was delivered.' })]);
      const printed = await runExample('ai-sdk.mjs', { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url });
      expect(printed).toBe('It was delivered.\n');
      const strata = connect();
      const { items } = await strata.api.listEvents({ agentId: 'support', limit: 10 });
      expect(items.map(({ type }) => type).toReversed()).toEqual(CONVERSATION.map(({ type }) => type));
    });
  });
}
