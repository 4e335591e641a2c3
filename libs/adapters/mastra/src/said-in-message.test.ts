import { describe, expect, it } from '@jest/globals';
import type { MastraDBMessage } from '@mastra/core/agent';
import { saidInMessage } from './said-in-message.ts';

const message = (role: MastraDBMessage['role'], parts: unknown[], metadata = {}): MastraDBMessage =>
  ({ id: 'm', role, createdAt: new Date(), content: { format: 2, parts, metadata } }) as unknown as MastraDBMessage;
const call = (invocation: object) => ({
  type: 'tool-invocation',
  toolInvocation: { toolName: 'find', toolCallId: 'c', args: { id: 1 }, ...invocation },
});
const CALL = { type: 'tool_call', payload: { tool_name: 'find', input: { id: 1 }, tool_call_id: 'c' } };
const ended = (ending: object) => ({
  type: 'tool_result',
  payload: { tool_name: 'find', tool_call_id: 'c', ...ending },
});

describe('A message of Mastra', () => {
  it.each([
    [
      'a text',
      message('user', [{ type: 'text', text: 'Hi' }]),
      [{ type: 'message', payload: { role: 'user', content: 'Hi' } }],
    ],
    ['a call without a result', message('assistant', [call({ state: 'call' })]), [CALL]],
    [
      'a result',
      message('assistant', [call({ state: 'result', result: 7 })]),
      [CALL, ended({ output: 7, success: true })],
    ],
    [
      'a result that is an error',
      message('assistant', [call({ state: 'result', result: 'no', isError: true })]),
      [CALL, ended({ error: 'no', success: false })],
    ],
    [
      'an error',
      message('assistant', [call({ state: 'output-error', errorText: 'down' })]),
      [CALL, ended({ error: 'down', success: false })],
    ],
    [
      'what a user sends meanwhile',
      message('signal', [{ type: 'text', text: 'Stop' }], { signal: { type: 'user' } }),
      [{ type: 'message', payload: { role: 'user', content: 'Stop' } }],
    ],
  ])('says %s', (_, one, expected) => {
    expect(saidInMessage(one)).toEqual(expected);
  });

  it.each([
    ['of the system', message('system', [{ type: 'text', text: 'Be brief.' }])],
    ['of another signal', message('signal', [{ type: 'text', text: 'x' }], { signal: { type: 'state' } })],
    [
      'with thoughts and files',
      message('assistant', [
        { type: 'reasoning', reasoning: 'hm' },
        { type: 'file', data: '' },
      ]),
    ],
    ['with a call that is not complete', message('assistant', [call({ state: 'partial-call' })])],
  ])('says nothing if it is one %s', (_, one) => {
    expect(saidInMessage(one)).toEqual([]);
  });
});
