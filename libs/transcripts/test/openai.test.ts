import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ImportFixture } from './import-fixture.ts';

const toolCall = (id: string, name: string, input: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

describe('An import of logs of OpenAI', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());
  const importOf = async (lines: readonly unknown[]) => {
    await fixture.write('log.jsonl', lines);
    return fixture.import('openai');
  };

  it('sends each message of a conversation once, although every request repeats it', async () => {
    const first = [
      { role: 'system', content: 'Rules' },
      { role: 'user', content: 'Where is order 7?' },
    ];
    const call = { role: 'assistant', content: null, tool_calls: [toolCall('k1', 'get_order', { id: 7 })] };
    const result = { role: 'tool', tool_call_id: 'k1', content: '{"status":"sent"}' };
    await importOf([
      { request: { model: 'gpt-x', messages: first }, response: { choices: [{ message: call }] } },
      {
        request: { messages: [...first, call, result] },
        response: { choices: [{ message: { role: 'assistant', content: 'It is sent.' } }] },
      },
    ]);
    expect(fixture.payloads()).toEqual([
      { type: 'message', payload: { role: 'user', content: 'Where is order 7?' } },
      { type: 'tool_call', payload: { tool_name: 'get_order', tool_call_id: 'k1', input: { id: 7 } } },
      { type: 'tool_result', payload: { tool_name: 'get_order', tool_call_id: 'k1', output: '{"status":"sent"}' } },
      { type: 'message', payload: { role: 'assistant', content: 'It is sent.' } },
    ]);
    expect(new Set([...fixture.stored.values()].map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  it('reads requests and responses of Responses', async () => {
    await importOf([
      {
        ...{ model: 'gpt-x', metadata: { session_id: 's-1' }, created_at: 1.76e9 },
        input: [{ role: 'user', content: [{ type: 'input_text', text: 'Run the tests' }] }],
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'function_call', call_id: 'k1', name: 'shell', arguments: '{"command":["npm","test"]}' },
          {
            type: 'function_call_output',
            call_id: 'k1',
            output: '{"output":"Tests: 2 passed, 2 total","metadata":{"exit_code":0}}',
          },
        ],
      },
    ]);
    expect([...fixture.stored.values()]).toMatchObject([
      { sessionId: 's-1', payload: { content: 'Run the tests' }, metadata: { occurredAt: '2025-10-09T08:53:20.000Z' } },
      { type: 'test_run', payload: { command: 'npm test', passed: true, exitCode: 0 } },
    ]);
  });

  it('reads a list of messages a line, with equal messages of one conversation as two', async () => {
    const hello = { role: 'user', content: 'Hello' };
    expect(await importOf([[hello, { role: 'assistant', content: 'Hi' }, hello], { nothing: true }, 7])).toMatchObject({
      sent: 3,
      unknown: { 'line without messages': 1 },
      broken: { lines: [{ line: 3 }] },
    });
  });
});
