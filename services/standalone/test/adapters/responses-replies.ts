import type { ResponseOutputMessage, ResponseOutputText } from 'openai/resources/responses/responses';

/** What a model of OpenAI's Responses answers. */
export const output = (text: string): ResponseOutputMessage => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});

/** A response with one item. */
export const response = (id: string, item: object): object => ({
  ...{ id, object: 'response', created_at: 1, status: 'completed', model: 'local', output: [item] },
  ...{
    tools: [],
    parallel_tool_calls: true,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: null,
  },
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
});

/** A response with one message, as lines of a stream. The fourth one has the text. */
export const streamedResponse = (id: string, item: ResponseOutputMessage): readonly string[] => {
  const place = { output_index: 0, content_index: 0, item_id: item.id };
  const [part] = item.content as ResponseOutputText[];
  return [
    { type: 'response.created', response: { ...response(id, item), status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', ...place, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: part?.text },
    { type: 'response.output_text.done', ...place, text: part?.text },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', ...place, item },
    { type: 'response.completed', response: response(id, item) },
  ].map((event, sequence_number) => JSON.stringify({ ...event, sequence_number }));
};
