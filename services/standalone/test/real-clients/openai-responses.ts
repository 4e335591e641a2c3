import { textsIn, type ModelReply, type WireFormat } from './wire-format.ts';

interface Body {
  readonly instructions?: string;
  readonly input: readonly { readonly type?: string; readonly role?: string }[];
  /** Those of an MCP server come as a namespace of its name. */
  readonly tools?: readonly { readonly type: string; readonly name?: string }[];
}

const itemOf = (reply: ModelReply): object =>
  'answer' in reply
    ? {
        ...{ type: 'message', id: `msg_${String(Date.now())}`, role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: reply.answer, annotations: [] }],
      }
    : {
        ...{ type: 'function_call', id: `fc_${reply.callId}`, call_id: reply.callId, status: 'completed' },
        ...{ name: reply.tool, arguments: JSON.stringify(reply.input) },
      };
const usage = {
  input_tokens: 10,
  input_tokens_details: null,
  output_tokens: 5,
  output_tokens_details: null,
  total_tokens: 15,
};
const responseOf = (output: object[], status: string): object => ({
  ...{ id: `resp_${String(Date.now())}`, object: 'response', created_at: 1, status, model: 'gpt-5', output, usage },
});

/** The Responses API of OpenAI. */
export const openaiResponses: WireFormat = {
  matches: (path) => /\/responses(?:\?|$)/.test(path),
  read: (body) => {
    const { instructions, input, tools = [] } = body as Body;
    let results = 0;
    for (const { type, role } of input) {
      if (type === 'function_call_output') results += 1;
      else if (role === 'user') results = 0;
    }
    return { text: textsIn([instructions, input]), tools: tools.map(({ name, type }) => name ?? type), results };
  },
  events: (reply) => {
    const item = itemOf(reply);
    const events = [
      { type: 'response.created', response: responseOf([], 'in_progress') },
      { type: 'response.output_item.added', output_index: 0, item },
      ...('answer' in reply
        ? [{ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: reply.answer }]
        : []),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: responseOf([item], 'completed') },
    ];
    return events.map((event) => [event.type, event] as const);
  },
  whole: (reply) => responseOf([itemOf(reply)], 'completed'),
};
