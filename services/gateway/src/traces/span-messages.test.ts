import { describe, expect, it } from '@jest/globals';
import { told } from '../../test/spans-fixture.ts';

const QUESTION = ['message', { role: 'user', content: 'Where is order 7?' }];
const CALL = ['tool_call', { tool_name: 'find', input: { order: 7 }, tool_call_id: 'call_1' }];
const RESULT = ['tool_result', { tool_name: 'find', output: { city: 'Oslo' }, tool_call_id: 'call_1' }];
const ANSWER = ['message', { role: 'assistant', content: 'In Oslo.' }];
const CONVERSATION = [QUESTION, CALL, RESULT, ANSWER];

describe('The same conversation is read from', () => {
  const parts = {
    input: [
      { role: 'user', parts: [{ type: 'text', content: 'Where is order 7?' }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'call_1', name: 'find', arguments: { order: 7 } }] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', response: '{"city":"Oslo"}' }] },
    ],
    output: [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', content: 'hm' },
          { type: 'text', content: 'In Oslo.' },
        ],
      },
    ],
  };
  const OPERATION = { 'gen_ai.operation.name': 'chat' };

  it("OpenTelemetry's attributes as JSON", () => {
    const attributes = {
      ...OPERATION,
      'gen_ai.input.messages': JSON.stringify(parts.input),
      'gen_ai.output.messages': JSON.stringify(parts.output),
    };
    expect(told({ attributes })).toEqual(CONVERSATION);
  });

  it("OpenTelemetry's attributes as structures, on the event of the details", () => {
    const details = { 'gen_ai.input.messages': parts.input, 'gen_ai.output.messages': parts.output };
    expect(told({ attributes: OPERATION, events: [['gen_ai.client.inference.operation.details', details]] })).toEqual(
      CONVERSATION,
    );
  });

  it('an event for each message, as in the conventions until 1.36', () => {
    const toolCalls = [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"order":7}' } }];
    expect(
      told({
        attributes: { 'gen_ai.system': 'openai' },
        events: [
          ['gen_ai.user.message', { content: 'Where is order 7?' }],
          ['gen_ai.assistant.message', { tool_calls: JSON.stringify(toolCalls) }],
          ['gen_ai.tool.message', { id: 'call_1', content: '{"city":"Oslo"}' }],
          ['gen_ai.choice', { index: 0, message: '{"role":"assistant","content":"In Oslo."}' }],
        ],
      }),
    ).toEqual(CONVERSATION);
  });

  it('OpenInference', () => {
    const call = 'llm.input_messages.1.message.tool_calls.0.tool_call';
    expect(
      told({
        attributes: {
          'openinference.span.kind': 'LLM',
          'llm.input_messages.2.message.role': 'tool',
          'llm.input_messages.2.message.content': '{"city":"Oslo"}',
          'llm.input_messages.2.message.tool_call_id': 'call_1',
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.contents.0.message_content.type': 'text',
          'llm.input_messages.0.message.contents.0.message_content.text': 'Where is order 7?',
          'llm.input_messages.1.message.role': 'assistant',
          [`${call}.id`]: 'call_1',
          [`${call}.function.name`]: 'find',
          [`${call}.function.arguments`]: '{"order":7}',
          'llm.output_messages.0.message.role': 'assistant',
          'llm.output_messages.0.message.content': 'In Oslo.',
        },
      }),
    ).toEqual(CONVERSATION);
  });

  it('OpenLLMetry', () => {
    expect(
      told({
        attributes: {
          'llm.request.type': 'chat',
          'gen_ai.prompt.0.role': 'user',
          'gen_ai.prompt.0.content': '[{"type":"text","text":"Where is order 7?"}]',
          'gen_ai.prompt.1.role': 'assistant',
          'gen_ai.prompt.1.tool_calls.0.id': 'call_1',
          'gen_ai.prompt.1.tool_calls.0.name': 'find',
          'gen_ai.prompt.1.tool_calls.0.arguments': '{"order":7}',
          'gen_ai.prompt.2.role': 'tool',
          'gen_ai.prompt.2.content': '{"city":"Oslo"}',
          'gen_ai.prompt.2.tool_call_id': 'call_1',
          'gen_ai.completion.0.role': 'assistant',
          'gen_ai.completion.0.content': 'In Oslo.',
        },
      }),
    ).toEqual(CONVERSATION);
  });

  it('the AI SDK', () => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'Where is order 7?' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'find', input: { order: 7 } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call_1',
            toolName: 'find',
            output: { type: 'json', value: { city: 'Oslo' } },
          },
        ],
      },
    ];
    expect(
      told({
        name: 'ai.generateText.doGenerate',
        attributes: { 'ai.prompt.messages': JSON.stringify(messages), 'ai.response.text': 'In Oslo.' },
      }),
    ).toEqual(CONVERSATION);
  });

  it('one text for all', () => {
    const attributes = { ...OPERATION, 'gen_ai.prompt': 'Where is order 7?', 'gen_ai.completion': 'In Oslo.' };
    expect(told({ attributes })).toEqual([QUESTION, ANSWER]);
  });
});
