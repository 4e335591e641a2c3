import { textsIn, type ModelReply, type WireFormat } from './wire-format.ts';

interface Body {
  readonly system?: unknown;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly { readonly type: string }[];
  }[];
  readonly tools?: readonly { readonly name: string }[];
}

const usage = { input_tokens: 10, output_tokens: 5 };
const contentOf = (reply: ModelReply): object =>
  'answer' in reply
    ? { type: 'text', text: reply.answer }
    : { type: 'tool_use', id: `toolu_${reply.callId}`, name: reply.tool, input: reply.input };
const message = (reply: ModelReply, content: object[], stop: boolean): object => ({
  ...{
    id: `msg_${String(Date.now())}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content,
    usage,
  },
  ...{ stop_reason: stop ? stopOf(reply) : null, stop_sequence: null },
});
const stopOf = (reply: ModelReply): string => ('answer' in reply ? 'end_turn' : 'tool_use');

/** The Messages API of Anthropic. */
export const anthropicMessages: WireFormat = {
  matches: (path) => /\/v1\/messages(?:\?|$)/.test(path),
  read: (body) => {
    const { system, messages, tools = [] } = body as Body;
    let results = 0;
    for (const { role, content } of messages) {
      if (role !== 'user') continue;
      const found = typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'tool_result').length;
      results = found === 0 ? 0 : results + found;
    }
    return { text: textsIn([system, messages]), tools: tools.map(({ name }) => name), results };
  },
  events: (reply) => {
    const start = 'answer' in reply ? { type: 'text', text: '' } : { ...contentOf(reply), input: {} };
    const delta =
      'answer' in reply
        ? { type: 'text_delta', text: reply.answer }
        : { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) };
    const events = [
      { type: 'message_start', message: message(reply, [], false) },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stopOf(reply), stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return events.map((event) => [event.type, event] as const);
  },
  whole: (reply) => message(reply, [contentOf(reply)], true),
};
