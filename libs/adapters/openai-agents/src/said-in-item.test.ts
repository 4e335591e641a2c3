import type { AgentInputItem } from '@openai/agents-core';
import { describe, expect, it } from '@jest/globals';
import { saidInItem } from './said-in-item.ts';

const CASES: [AgentInputItem, object[]][] = [
  [{ role: 'system', content: 'Be brief.' }, []],
  [{ type: 'reasoning', content: [{ type: 'input_text', text: 'hm' }] }, []],
  [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: '<recalled-memory>old</recalled-memory>' },
        { type: 'input_text', text: 'new' },
      ],
    },
    [{ type: 'message', payload: { role: 'user', content: 'new' } }],
  ],
  [
    { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'refusal', refusal: 'I cannot.' }] },
    [{ type: 'message', payload: { role: 'assistant', content: 'I cannot.' } }],
  ],
  [
    { type: 'function_call', name: 'find', callId: 'c1', arguments: '{"id":1}' },
    [{ type: 'tool_call', payload: { tool_name: 'find', input: { id: 1 }, tool_call_id: 'c1' } }],
  ],
  [
    {
      type: 'function_call_result',
      name: 'find',
      callId: 'c1',
      status: 'completed',
      output: { type: 'text', text: '[1]' },
    },
    [{ type: 'tool_result', payload: { tool_name: 'find', tool_call_id: 'c1', output: [1] } }],
  ],
  [
    { type: 'hosted_tool_call', name: 'search', id: 'h1', arguments: '{}', status: 'failed', output: 'no net' },
    [
      { type: 'tool_call', payload: { tool_name: 'search', input: {}, tool_call_id: 'h1' } },
      { type: 'tool_result', payload: { tool_name: 'search', tool_call_id: 'h1', error: 'no net', success: false } },
    ],
  ],
  [
    { type: 'apply_patch_call_output', callId: 'p1', status: 'completed' },
    [
      {
        type: 'tool_result',
        payload: { tool_name: 'apply_patch', tool_call_id: 'p1', output: 'completed', success: true },
      },
    ],
  ],
];

describe('An item of a session', () => {
  it.each(CASES)('%j says %j', (item, said) => expect(saidInItem(item)).toEqual(said));
});
