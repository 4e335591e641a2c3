import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../../test/sessions-fixture.ts';
import { digestEvent } from '../digest-event.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { makeSteps } from './make-steps.ts';

const stepsOf = (type: ClaimedEvent['type'], payload: unknown) => makeSteps(writtenEvent(type, payload));

describe('steps of an event', () => {
  it.each([
    { tool_name: 'get_order', input: { id: 'W1' } },
    { toolName: 'get_order', arguments: '{"id":"W1"}' },
    { name: 'get_order', args: { id: 'W1' } },
    { tool: 'get_order', parameters: { id: 'W1' } },
    { function: { name: 'get_order', arguments: '{"id":"W1"}' } },
  ])('read a tool call spelled %j', (payload) => {
    expect(stepsOf('tool_call', payload)).toMatchObject([{ kind: 'call', tool: 'get_order', args: { id: 'W1' } }]);
  });

  it('read tool calls and results within messages of both common styles', () => {
    expect(
      stepsOf('message', {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{"q":1}' } }],
      }),
    ).toMatchObject([{ kind: 'call', tool: 'look', callId: 'c1', args: { q: '1' } }]);
    const blocks = [
      { type: 'text', text: 'I will look.' },
      { type: 'tool_use', id: 'c2', name: 'look', input: { q: 2 } },
    ];
    expect(stepsOf('message', { role: 'assistant', content: blocks })).toMatchObject([
      { kind: 'message', actor: 'assistant' },
      { kind: 'call', callId: 'c2' },
    ]);
    const result = [{ type: 'tool_result', tool_use_id: 'c2', is_error: true, content: 'no such thing' }];
    expect(stepsOf('message', { role: 'user', content: result })).toMatchObject([
      { kind: 'result', callId: 'c2', outcome: 'error', error: { template: 'no such thing' } },
    ]);
  });

  it('keep the shape of long and nested arguments in place of their values', () => {
    const [step] = stepsOf('tool_call', {
      tool_name: 'book',
      input: { flights: [{ no: 'A1', date: '2024-01-01' }], note: 'x'.repeat(300) },
    });
    expect(step?.args?.['flights']).toMatch(/^\[\{date,no\}\]#[0-9a-z]{4}$/);
    expect(step?.args?.['note']?.length).toBeLessThan(40);
  });

  it('name commands by program and subcommand, edits by kind of file, requests by method and path', () => {
    expect(
      stepsOf('command_exec', {
        command: 'cd /srv && CI=1 npm test -- --watch',
        exitCode: 1,
        stderr: 'Error: 3 failed',
      }),
    ).toMatchObject([{ tool: 'npm test', outcome: 'error' }]);
    expect(stepsOf('file_edit', { file_path: 'src/a/b.test.ts', operation: 'Create' })).toMatchObject([
      { tool: 'create test *.ts' },
    ]);
    expect(
      stepsOf('api_result', {
        method: 'get',
        url: 'https://x.example/orders/42?y=1',
        status: 500,
        body: { error: 'down' },
      }),
    ).toMatchObject([{ tool: 'GET /orders/<id>', outcome: 'error', error: { template: 'down' } }]);
  });

  it('keep no fact of a field that names a person, whatever its spelling', () => {
    const output = {
      moderator: 'Ada Park',
      assignee: 'ada',
      planner: 'Ada Park',
      cabinClass: 'Economy',
      model: 'Zephyr',
    };
    const [step] = stepsOf('tool_result', { tool_name: 'get_event', output });
    expect(step?.facts).toEqual(['cabinClass=economy']);
  });

  it('keep categorical facts of a result, but no names', () => {
    const [step] = stepsOf('tool_result', {
      tool_name: 'get',
      output: { status: 'pending', city: 'Porto', first_name: 'Ines', size: 'large', n: 3 },
    });
    expect(step?.facts).toEqual(['status=pending', 'size=large']);
  });

  it('keep what may identify a person: in messages, and in fields next to an identifier', () => {
    const namesOf = (type: Parameters<typeof stepsOf>[0], payload: unknown) => stepsOf(type, payload)[0]?.names;
    expect(
      namesOf('message', { role: 'user', name: 'Tom', content: 'Please, it is 18 Tanner Row, mail tom@example.com' }),
    ).toEqual(['tom@example.com', 'Tanner', 'Row', 'Tom']);
    expect(namesOf('message', { role: 'assistant', name: 'Ida Bell', content: 'it rings' })).toBeUndefined();
    const output = { holder: 'Amara Nwosu', note: 'The gate of Elm House is open, please do not ring in the morning' };
    expect(namesOf('tool_result', { tool_name: 'get', output: { id: 'vr-20417', ...output } })).toEqual([
      'vr-20417',
      'Amara',
      'Nwosu',
      'Elm',
      'House',
    ]);
    expect(namesOf('tool_result', { tool_name: 'get', output })).toBeUndefined();
  });

  it('are made from payloads and JSON texts of any depth without throwing', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const type of [
      'tool_call',
      'tool_result',
      'message',
      'api_result',
      'command_exec',
      'browser_action',
      'test_run',
      'file_edit',
    ] as const)
      for (const payload of [
        { input: deep, output: deep, content: deep, error: deep, name: 'x' },
        { input: { a: JSON.parse(deep) as unknown }, output: JSON.parse(deep) as unknown },
      ])
        expect(() => digestEvent(writtenEvent(type, payload))).not.toThrow();
  });

  it('take linear time for long texts of one character', () => {
    for (const character of [' ', '\n', 'a', '1', '.', '"', '😀'])
      for (const type of ['tool_result', 'message', 'command_exec', 'test_run'] as const) {
        const text = character.repeat(200_000);
        expect(() =>
          digestEvent(writtenEvent(type, { content: `x${text}x`, output: text, command: text })),
        ).not.toThrow();
      }
  });

  it('are bounded whatever the payload', () => {
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`key${String(i)}`, 'value '.repeat(50)]));
    for (const type of ['tool_call', 'tool_result', 'message', 'api_result', 'command_exec'] as const)
      for (const payload of [
        wide,
        [wide],
        'text '.repeat(10_000),
        null,
        7,
        { content: wide, output: wide, input: wide },
      ])
        expect(JSON.stringify(stepsOf(type, payload)).length).toBeLessThan(2500);
  });
});
