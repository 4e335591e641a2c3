import { textsIn, type ModelReply, type WireFormat } from './wire-format.ts';

interface Body {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

const messageOf = (reply: ModelReply): object =>
  'answer' in reply
    ? { role: 'assistant', content: reply.answer }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            ...{ index: 0, id: reply.callId, type: 'function' },
            function: { name: reply.tool, arguments: JSON.stringify(reply.input) },
          },
        ],
      };
const completion = (object: string, choice: object): object => ({
  ...{ id: `chatcmpl-${String(Date.now())}`, object, created: 1, model: 'local', choices: [{ index: 0, ...choice }] },
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});
const finishOf = (reply: ModelReply): string => ('answer' in reply ? 'stop' : 'tool_calls');

/** The Chat Completions API of OpenAI. */
export const chatCompletions: WireFormat = {
  matches: (path) => /\/chat\/completions(?:\?|$)/.test(path),
  read: (body) => {
    const { messages, tools = [] } = body as Body;
    let results = 0;
    for (const { role } of messages) {
      if (role === 'tool') results += 1;
      else if (role === 'user') results = 0;
    }
    return { text: textsIn(messages), tools: tools.map((tool) => tool.function.name), results };
  },
  events: (reply) => [
    ['', completion('chat.completion.chunk', { delta: messageOf(reply), finish_reason: null })],
    ['', completion('chat.completion.chunk', { delta: {}, finish_reason: finishOf(reply) })],
    ['', '[DONE]'],
  ],
  whole: (reply) => completion('chat.completion', { message: messageOf(reply), finish_reason: finishOf(reply) }),
};
