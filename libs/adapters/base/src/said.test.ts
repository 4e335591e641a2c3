import { describe, expect, it } from '@jest/globals';
import { cut, parsedInput, saidResult, saidText } from './said.ts';

describe('What was said', () => {
  it('fits into an event, and no character is cut in the middle', () => {
    const [message] = saidText('user', '\u0001'.repeat(100_000));
    expect(JSON.stringify(message).length).toBeLessThan(256 * 1024);
    expect(cut('a😀', 2)).toBe('a');
  });

  it('is nothing if only recalled text is left', () => {
    expect(saidText('user', '<recalled-memory>old</recalled-memory>\n')).toEqual([]);
  });

  it('keeps an input that is no JSON', () => {
    expect(parsedInput('{"id":')).toBe('{"id":');
  });

  it('does not claim that a call succeeded if nobody said so', () => {
    const [result] = saidResult({ toolName: undefined, toolCallId: 'c1' }, { value: 'Error: x', isError: undefined });
    expect(result?.payload).toEqual({ tool_call_id: 'c1', output: 'Error: x' });
  });
});
