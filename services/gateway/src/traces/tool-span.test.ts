import { describe, expect, it } from '@jest/globals';
import { told, type SpanFields } from '../../test/spans-fixture.ts';

const CALL = ['tool_call', { tool_name: 'find', input: { order: 7 }, tool_call_id: 'call_1' }];
const RESULT = ['tool_result', { tool_name: 'find', output: { city: 'Oslo' }, tool_call_id: 'call_1' }];

describe('The span of a tool', () => {
  it.each<[string, SpanFields]>([
    [
      'OpenTelemetry',
      {
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'find',
          'gen_ai.tool.call.id': 'call_1',
          'gen_ai.tool.call.arguments': { order: 7 },
          'gen_ai.tool.call.result': '{"city":"Oslo"}',
        },
      },
    ],
    [
      'OpenInference',
      {
        attributes: {
          'openinference.span.kind': 'TOOL',
          'tool.name': 'find',
          'tool.id': 'call_1',
          'input.value': '{"order":7}',
          'output.value': '{"city":"Oslo"}',
        },
      },
    ],
    [
      'the AI SDK',
      {
        name: 'ai.toolCall',
        attributes: {
          'ai.toolCall.name': 'find',
          'ai.toolCall.id': 'call_1',
          'ai.toolCall.args': '{"order":7}',
          'ai.toolCall.result': '{"city":"Oslo"}',
        },
      },
    ],
    [
      'Strands',
      {
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'find' },
        events: [
          ['gen_ai.tool.message', { role: 'tool', id: 'call_1', content: '{"order":7}' }],
          ['gen_ai.choice', { id: 'call_1', message: '[{"text":"{\\"city\\":\\"Oslo\\"}"}]' }],
        ],
      },
    ],
  ])('of %s gives a call and its result', (_library, fields) => {
    expect(told(fields)).toEqual([CALL, RESULT]);
  });

  it('of OpenLLMetry, which has no id, takes that of an equal call in a message', () => {
    const message = {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'call_1', name: 'find', arguments: { order: 7 } }],
    };
    const model = {
      id: 2,
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': JSON.stringify([message]) },
    };
    const tool = {
      attributes: {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'find',
        'traceloop.entity.input': '{"args":[],"kwargs":{"order":7}}',
        'traceloop.entity.output': '{"city":"Oslo"}',
      },
    };
    expect(told(model, tool)).toEqual([CALL, RESULT]);
  });

  it('says that it failed, and why', () => {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'find',
      'gen_ai.tool.call.id': 'c',
    };
    const failure = { tool_name: 'find', success: false, tool_call_id: 'c' };
    const [, ofStatus] = told({ attributes, status: { code: 2, message: 'no such order' } });
    expect(ofStatus).toEqual(['tool_result', { ...failure, error: 'no such order' }]);
    const [, ofException] = told({ attributes, events: [['exception', { 'exception.message': 'timed out' }]] });
    expect(ofException).toEqual(['tool_result', { ...failure, error: 'timed out' }]);
  });
});
