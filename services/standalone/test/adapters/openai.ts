import { describe, expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { openServiceDown, WAYS_DOWN } from '@strata/testkit/service-down';
import { wrapOpenAI, type WrapOpenAIOptions } from '@strata/openai/wrap-openai';
import { OpenAI, APIUserAbortError } from 'openai';
import { OpenAI as OpenAI6 } from 'openai-6';
import { answer, CALL, conversationEvents, QUESTION, streamed, streamedUntilItBreaks } from './chat-replies.ts';
import { FailingReply, serveModel, type ModelServer } from './model-server.ts';
import { output, response, streamedResponse } from './responses-replies.ts';
import type { RunExample } from './run-example.ts';
import { openUnsteadyService } from '../fixtures/unsteady-service.ts';

const CONVERSATION = conversationEvents();
const ASKED = { model: 'local', messages: [{ role: 'user' as const, content: QUESTION }] };
const FIND_ORDER = {
  type: 'function' as const,
  function: {
    name: 'find_order',
    description: 'Shows an order.',
    parameters: { type: 'object', properties: {} },
    parse: (text: string) => JSON.parse(text) as object,
    function: () => ({ status: 'delivered' }),
  },
};

/** OpenAI's client with memory, the real service, and a model that says what it is told to say. */
export function openAISuite(connect: (url?: string) => Strata, serviceUrl: () => string, runExample: RunExample): void {
  describe("OpenAI's client", () => {
    const clientOf = (model: ModelServer) => new OpenAI({ apiKey: 'none', baseURL: model.url, maxRetries: 0 });
    const open = (strata: Strata, model: ModelServer, options: WrapOpenAIOptions) =>
      wrapOpenAI(clientOf(model), strata, options);
    const eventsOf = async (strata: Strata, sessionId: string) => {
      await strata.flush();
      const { items } = await strata.api.listEvents({ sessionId, limit: 100 });
      return items.toReversed();
    };
    const saidIn = async (strata: Strata, sessionId: string) =>
      (await eventsOf(strata, sessionId)).map(({ payload }) => payload['content'] ?? payload['tool_call_id']);

    it.each([
      { version: 6, Client: OpenAI6 as unknown as typeof OpenAI },
      { version: 7, Client: OpenAI },
    ])(
      'gives a model what is recalled, and captures each thing once (version $version)',
      async ({ version, Client }) => {
        const strata = connect();
        await strata.remember('Order 4471 travels on the night ferry.', { userId: 'ann' });
        await using model = await serveModel([
          answer({ tool_calls: [CALL] }),
          answer({ content: 'It was delivered.' }),
        ]);
        const sessionId = `tools-${String(version)}`;
        const client = wrapOpenAI(new Client({ apiKey: 'none', baseURL: model.url }), strata, {
          sessionId,
          userId: 'ann',
        });
        const messages = [{ role: 'system' as const, content: 'Be brief.' }, ...ASKED.messages];
        const runner = client.chat.completions.runTools({ ...ASKED, messages, tools: [FIND_ORDER] });
        await expect(runner.finalContent()).resolves.toBe('It was delivered.');
        const [first, second] = model.requests.map((request) => (request as { messages: unknown[] }).messages);
        const asked = expect.stringMatching(
          /^<recalled-memory>[^]*night ferry[^]*<\/recalled-memory>\s+Where is order 4471\?$/u,
        );
        expect(first).toEqual([messages[0], { role: 'user', content: asked }]);
        expect(second?.slice(0, 2)).toEqual(first);
        const events = await eventsOf(strata, sessionId);
        expect(events).toMatchObject(CONVERSATION);
        expect(events.map(({ userId }) => userId)).toEqual(CONVERSATION.map(() => 'ann'));
        expect(JSON.stringify(events)).not.toContain('ferry');
      },
    );

    it('captures what a model streams, also to a helper', async () => {
      const strata = connect();
      await using model = await serveModel([
        streamed({ tool_calls: [{ index: 0, ...CALL }] }),
        streamed({ content: 'It was ' }, { content: 'delivered.' }),
      ]);
      const client = open(strata, model, { sessionId: 'streams' });
      const { message } = (await client.chat.completions.stream(ASKED).finalChatCompletion()).choices[0] ?? {};
      expect(message?.tool_calls).toMatchObject([CALL]);
      const result = { role: 'tool' as const, tool_call_id: 'call_1', content: '{"status":"delivered"}' };
      const messages = [...ASKED.messages, message ?? result, result];
      const deltas: unknown[] = [];
      for await (const { choices } of await client.chat.completions.create({ ...ASKED, messages, stream: true }))
        deltas.push(choices[0]?.delta.content);
      expect(deltas).toEqual(['It was ', 'delivered.', undefined]);
      await expect(eventsOf(strata, 'streams')).resolves.toMatchObject(CONVERSATION);
    });

    it('captures the next turn of another process without its history, also when it is tried again', async () => {
      const strata = connect();
      const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello' }];
      const ask = async (content: string) => {
        await using model = await serveModel([answer({ content })]);
        const { choices } = await open(strata, model, { sessionId: 'chats' }).chat.completions.parse({
          ...ASKED,
          messages,
        });
        return choices.map(({ message }) => message);
      };
      messages.push(...(await ask('Hi')), { role: 'user', content: [{ type: 'text', text: 'Hello' }] });
      await ask('Hi again');
      await ask('Hi again');
      await expect(saidIn(strata, 'chats')).resolves.toEqual(['Hello', 'Hi', 'Hello', 'Hi again']);
    });

    it('captures responses that name the one before, or repeat the history', async () => {
      const strata = connect();
      await strata.remember('Order 4471 travels on the night ferry.', { userId: 'bea' });
      const call = {
        type: 'function_call' as const,
        name: 'find_order',
        call_id: 'call_1',
        arguments: '{"id":"4471"}',
      };
      await using model = await serveModel([
        response('resp_1', call),
        streamedResponse('resp_2', output('It was delivered.')),
        response('resp_3', output('To Ann.')),
      ]);
      const client = open(strata, model, { sessionId: 'responses', userId: 'bea' });
      const first = await client.responses.create({ model: 'local', input: QUESTION });
      expect(model.requests[0]).toMatchObject({ input: expect.stringContaining('night ferry') });
      const result = { type: 'function_call_output' as const, call_id: 'call_1', output: '{"status":"delivered"}' };
      const last = await client.responses
        .stream({ model: 'local', previous_response_id: first.id, input: [result] })
        .finalResponse();
      expect(last.output_text).toBe('It was delivered.');
      const question = { role: 'user' as const, content: [{ type: 'input_text' as const, text: 'To whom?' }] };
      const history = [
        { role: 'user' as const, content: QUESTION },
        call,
        result,
        output('It was delivered.'),
        question,
      ];
      await client.responses.create({ model: 'local', input: history });
      const [user, called, found, said] = CONVERSATION;
      // The name of the tool stands only in the response that called it.
      const { tool_name: name, ...rest } = found?.payload ?? {};
      const expected = [user, called, { type: 'tool_result', payload: rest }, said];
      const events = await eventsOf(strata, 'responses');
      expect(name).toBe('find_order');
      expect(events.slice(0, 4)).toMatchObject(expected);
      expect(events.slice(4).map(({ payload }) => payload['content'])).toEqual(['To whom?', 'To Ann.']);
    });

    it('captures what is said in a conversation that the provider keeps, also if it was said before', async () => {
      const strata = connect();
      await using model = await serveModel([response('resp_1', output('Yes.')), response('resp_2', output('Yes.'))]);
      const client = open(strata, model, { sessionId: 'kept' });
      for (let turn = 0; turn < 2; turn += 1)
        await client.responses.create({ model: 'local', conversation: 'conv_1', input: 'Sure?' });
      await expect(saidIn(strata, 'kept')).resolves.toEqual(['Sure?', 'Yes.', 'Sure?', 'Yes.']);
    });

    it('breaks where the stream breaks, and captures what was said until then', async () => {
      const strata = connect();
      const broken = new FailingReply({ lines: streamedUntilItBreaks({ content: 'It was ' }) });
      const [opened, , , delta] = streamedResponse('resp_1', output('It is here.'));
      const brokenResponse = new FailingReply({ lines: [opened ?? '', delta ?? ''] });
      const read = async (client: OpenAI): Promise<unknown[]> => {
        const seen: unknown[] = [];
        const streams = [
          () => client.chat.completions.create({ ...ASKED, stream: true }),
          () => client.responses.create({ model: 'local', input: QUESTION, stream: true }),
        ];
        for (const stream of streams)
          try {
            for await (const part of await stream()) seen.push(part);
          } catch (error) {
            seen.push({ failed: String(error) });
          }
        return seen;
      };
      await using model = await serveModel([broken, brokenResponse, broken, brokenResponse]);
      const without = await read(clientOf(model));
      const parts = await read(open(strata, model, { sessionId: 'broken' }));
      expect(without).toHaveLength(5);
      expect(without.filter((part) => JSON.stringify(part).includes('failed'))).toHaveLength(2);
      expect(parts).toEqual(without);
      // Two calls that ask the same in one session are one question.
      await expect(saidIn(strata, 'broken')).resolves.toEqual([QUESTION, 'It was ', 'It is here.']);
    });

    it('captures what was said until nobody read on', async () => {
      const strata = connect();
      await using model = await serveModel([streamed({ content: 'It was ' }, { content: 'delivered.' })]);
      const client = open(strata, model, { sessionId: 'left' });
      const stream = await client.chat.completions.create({ ...ASKED, stream: true });
      for await (const { choices } of stream) if (choices[0]?.delta.content === 'It was ') break;
      expect(stream.controller.signal.aborted).toBe(true);
      await expect(saidIn(strata, 'left')).resolves.toEqual([QUESTION, 'It was ']);
    });

    it('fails as without memory, and asks once', async () => {
      const strata = connect();
      const ill = new FailingReply({ status: 500 });
      await using model = await serveModel([ill, ill, answer({ content: 'It was delivered.' })]);
      const reason = await clientOf(model)
        .chat.completions.create(ASKED)
        .catch((error: unknown) => error);
      const client = open(strata, model, { sessionId: 'ill' });
      await expect(client.chat.completions.create(ASKED)).rejects.toEqual(reason);
      const abort = AbortSignal.abort();
      await expect(client.chat.completions.create(ASKED, { signal: abort })).rejects.toBeInstanceOf(APIUserAbortError);
      await client.withOptions({ maxRetries: 1 }).chat.completions.create(ASKED);
      await expect(saidIn(strata, 'ill')).resolves.toEqual([QUESTION, 'It was delivered.']);
    });

    it('is the client that it was', async () => {
      await using model = await serveModel([
        answer({ content: 'One' }),
        answer({ content: 'Two' }),
        { object: 'list', data: [{ id: 'local' }] },
        streamed({ content: 'Three' }),
      ]);
      const client = open(connect(), model, {});
      expect(client).toBeInstanceOf(OpenAI);
      expect(client.baseURL).toBe(model.url);
      const { data, response: raw } = await client.chat.completions.create(ASKED).withResponse();
      expect([data.choices[0]?.message.content, raw.status]).toEqual(['One', 200]);
      const unread = await client.chat.completions.create(ASKED).asResponse();
      await expect(unread.json()).resolves.toMatchObject({ choices: [{ message: { content: 'Two' } }] });
      const { data: models } = await client.models.list();
      expect(models).toEqual([{ id: 'local' }]);
      const [left, right] = (await client.chat.completions.create({ ...ASKED, stream: true })).tee();
      for (const branch of [left, right]) {
        const lines = await new Response(branch.toReadableStream() as ReadableStream).text();
        expect(lines.trim().split('\n')).toHaveLength(2);
      }
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
      await using model = await serveModel([answer({ content: 'Hi' }), response('resp_1', output('Hi'))]);
      const client = open(strata, model, options);
      await expect(client.chat.completions.create(ASKED)).resolves.toMatchObject({
        choices: [{ message: { content: 'Hi' } }],
      });
      await expect(client.responses.create({ model: 'local', input: 'Hello' })).resolves.toMatchObject({
        output_text: 'Hi',
      });
      expect(errors[0]).toMatchObject({ code: down.code });
      await expect(strata.flush()).rejects.toMatchObject({ code: 'undelivered' });
    });

    it('loses nothing and stores nothing twice if Strata goes away in the middle and comes back', async () => {
      const service = await openUnsteadyService(serviceUrl());
      const control = (path: string, body?: object) =>
        fetch(service.control + path, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });
      const strata = connect(service.base);
      await using model = await serveModel([answer({ tool_calls: [CALL] }), answer({ content: 'It was delivered.' })]);
      // The service stores the first batch, but its answer is lost. Then it is away until the run has ended.
      await control('/refuse', { times: 2, status: 503, code: 'unavailable', retryAfter: null, isForwarded: true });
      const client = open(strata, model, { sessionId: 'outage', timeoutMs: 500 });
      const tool = {
        ...FIND_ORDER.function,
        function: async () => {
          await strata.flush({ timeoutMs: 50 }).catch(() => undefined);
          await control('/cut');
          return { status: 'delivered' };
        },
      };
      const runner = client.chat.completions.runTools({ ...ASKED, tools: [{ ...FIND_ORDER, function: tool }] });
      await expect(runner.finalContent()).resolves.toBe('It was delivered.');
      await control('/mend');
      await expect(eventsOf(strata, 'outage')).resolves.toMatchObject(CONVERSATION);
      await service.close();
    });

    it('is shown by an example that runs', async () => {
      await using model = await serveModel([answer({ tool_calls: [CALL] }), answer({ content: 'It was delivered.' })]);
      const printed = await runExample('openai.mjs', { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url });
      expect(printed).toBe('It was delivered.\n');
      const { items } = await connect().api.listEvents({ agentId: 'clerk', limit: 10 });
      expect(items.map(({ type }) => type).toReversed()).toEqual(CONVERSATION.map(({ type }) => type));
    });
  });
}
