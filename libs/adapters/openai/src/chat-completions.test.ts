import { describe, expect, it } from '@jest/globals';
import { CHAT_COMPLETIONS } from './chat-completions.ts';

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const part = (index: number, fields: object) => ({ tool_calls: [{ index, ...fields }] });

describe('A stream of Chat Completions', () => {
  const CHUNKS = [
    chunk({ content: 'Let me ' }),
    chunk({ content: 'see.' }),
    chunk(part(0, { id: 'c1', function: { name: 'find', arguments: '{"id"' } })),
    chunk(part(1, { id: 'c2', function: { name: 'look', arguments: '' } })),
    chunk(part(0, { function: { arguments: ':1}' } })),
  ];
  const text = { type: 'message', payload: { role: 'assistant', content: 'Let me see.' } };

  it('says its text and its calls', () => {
    const collector = CHAT_COMPLETIONS.collect();
    [...CHUNKS, chunk({}, 'tool_calls'), { choices: [] }].forEach((one) => collector.add(one));
    expect(collector.said()).toMatchObject([
      text,
      { type: 'tool_call', payload: { tool_name: 'find', input: { id: 1 }, tool_call_id: 'c1' } },
      { type: 'tool_call', payload: { tool_name: 'look', input: '', tool_call_id: 'c2' } },
    ]);
  });

  it('says no call that it does not complete', () => {
    const collector = CHAT_COMPLETIONS.collect();
    CHUNKS.forEach((one) => collector.add(one));
    expect(collector.said()).toEqual([text]);
  });
});

describe('A request of Chat Completions', () => {
  it('says what no model has answered yet, though it begins the answer', () => {
    const { past, said } = CHAT_COMPLETIONS.saidInRequest({
      messages: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'x' } },
            { type: 'text', text: 'Three' },
          ],
        },
        { role: 'assistant', content: 'Fo' },
      ],
    });
    expect(past).toHaveLength(2);
    expect(said.map(({ payload }) => payload['content'])).toEqual(['Three', 'Fo']);
  });

  it('asks nothing if no user says a text', () => {
    expect(CHAT_COMPLETIONS.questionOf({ messages: [{ role: 'system', content: 'Be brief.' }] })).toBeUndefined();
  });
});
