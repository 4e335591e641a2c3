/** What a user asks in the tests of adapters, and what a model of Chat Completions answers. */
export const QUESTION = 'Where is order 4471?';
export const CALL = {
  id: 'call_1',
  type: 'function',
  function: { name: 'find_order', arguments: '{"id":"4471"}' },
};

/** The conversation about the order as events. `success` stands in the result of the tool. */
export const conversationEvents = (success?: { readonly success: boolean }) => [
  { type: 'message', payload: { role: 'user', content: QUESTION } },
  { type: 'tool_call', payload: { tool_name: 'find_order', input: { id: '4471' }, tool_call_id: 'call_1' } },
  {
    type: 'tool_result',
    payload: { tool_name: 'find_order', tool_call_id: 'call_1', output: { status: 'delivered' }, ...success },
  },
  { type: 'message', payload: { role: 'assistant', content: 'It was delivered.' } },
];

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const reply = (choice: object): object => ({ id: 'c1', created: 1, model: 'local', usage: USAGE, choices: [choice] });
const endOf = (message: object): string => ('tool_calls' in message ? 'tool_calls' : 'stop');

/** A whole answer. */
export const answer = (message: object): object =>
  reply({ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: endOf(message) });

/** An answer in parts, as lines of a stream. */
export const streamed = (...deltas: readonly object[]): readonly string[] => [
  ...streamedUntilItBreaks(...deltas),
  JSON.stringify(reply({ index: 0, delta: {}, finish_reason: endOf(deltas[0] ?? {}) })),
  '[DONE]',
];

/** The first parts of an answer. */
export const streamedUntilItBreaks = (...deltas: readonly object[]): readonly string[] =>
  deltas.map((delta) => JSON.stringify(reply({ index: 0, delta: { role: 'assistant', ...delta } })));
