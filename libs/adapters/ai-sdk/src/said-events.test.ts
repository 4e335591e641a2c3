import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { describe, expect, it } from '@jest/globals';
import { saidInAnswer, saidInPrompt } from './said-events.ts';

const tool = { toolName: 'find', toolCallId: 'c1' };

describe('What was said', () => {
  it.each<[LanguageModelV4ToolResultOutput, object]>([
    [
      { type: 'text', value: 'done' },
      { success: true, output: 'done' },
    ],
    [
      { type: 'error-text', value: 'broken' },
      { success: false, error: 'broken' },
    ],
    [
      { type: 'execution-denied', reason: 'not now' },
      { success: false, error: 'not now' },
    ],
    [
      { type: 'content', value: [{ type: 'text', text: 'seen' }, { type: 'custom' }] },
      { success: true, output: 'seen' },
    ],
    [{ type: 'json', value: { found: ['<recalled-memory>old</recalled-memory>new'] } }, { output: { found: ['new'] } }],
  ])('by the result %j of a tool is %j', (output, expected) => {
    const [result] = saidInPrompt({ role: 'tool', content: [{ type: 'tool-result', ...tool, output }] });
    expect(result).toMatchObject({
      type: 'tool_result',
      payload: { tool_name: 'find', tool_call_id: 'c1', ...expected },
    });
  });

  it('has no thoughts, no system message, no empty text and no result that is not final', () => {
    expect(saidInPrompt({ role: 'system', content: 'Be brief.' })).toEqual([]);
    const preliminary = { type: 'tool-result' as const, ...tool, result: 'soon', preliminary: true };
    expect(saidInAnswer([{ type: 'reasoning', text: 'hm' }, { type: 'text', text: '' }, preliminary])).toEqual([]);
  });
});
