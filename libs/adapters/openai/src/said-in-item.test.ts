import { describe, expect, it } from '@jest/globals';
import { saidInItem, type Item } from './said-in-item.ts';

const call = (tool_name: string, tool_call_id: string, input: unknown) => ({
  type: 'tool_call',
  payload: { tool_name, input, tool_call_id },
});
const result = (tool_name: string, tool_call_id: string, ending: object) => ({
  type: 'tool_result',
  payload: { tool_name, tool_call_id, ...ending },
});

describe('An item of Responses', () => {
  const CASES: [Item, object[]][] = [
    [{ role: 'developer', content: 'Be brief.' }, []],
    [{ type: 'reasoning', id: 'r1', summary: [{ type: 'summary_text', text: 'hm' }] }, []],
    [
      { role: 'user', content: '<recalled-memory>old</recalled-memory>\n\nnew' },
      [{ type: 'message', payload: { role: 'user', content: 'new' } }],
    ],
    [
      {
        ...{ type: 'message', role: 'assistant', id: 'm1', status: 'completed' },
        content: [{ type: 'refusal', refusal: 'I cannot.' }],
      },
      [{ type: 'message', payload: { role: 'assistant', content: 'I cannot.' } }],
    ],
    [{ type: 'function_call', name: 'find', call_id: 'c1', arguments: '{"id":' }, [call('find', 'c1', '{"id":')]],
    [
      { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: '[1]' }] },
      [result('find', 'c1', { output: [1] })],
    ],
    [{ type: 'custom_tool_call', name: 'run', call_id: 'c2', input: 'x = 1' }, [call('run', 'c2', 'x = 1')]],
    [
      { type: 'apply_patch_call_output', call_id: 'c3', status: 'failed', output: 'no such file' },
      [result('apply_patch', 'c3', { error: 'no such file', success: false })],
    ],
    [
      { type: 'mcp_call', id: 'm2', name: 'look', server_label: 's', arguments: '{}', output: 'seen' },
      [call('look', 'm2', {}), result('look', 'm2', { output: 'seen', success: true })],
    ],
    [
      {
        ...{ type: 'code_interpreter_call', id: 'i1', code: '1 + 1', container_id: 'c', status: 'completed' },
        outputs: [{ type: 'logs' as const, logs: '2' }],
      },
      [
        call('code_interpreter', 'i1', { code: '1 + 1' }),
        result('code_interpreter', 'i1', { output: '2', success: true }),
      ],
    ],
    [
      {
        type: 'web_search_call',
        id: 'w1',
        status: 'completed',
        action: { type: 'open_page', url: 'https://example.com' },
      },
      [call('web_search', 'w1', { type: 'open_page', url: 'https://example.com' })],
    ],
  ];

  it.each(CASES)('%j says %j', (item, said) => {
    expect(saidInItem(item, new Map([['c1', 'find']]))).toEqual(said);
  });
});
