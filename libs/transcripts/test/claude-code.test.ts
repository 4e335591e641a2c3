import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assistant, bash, SESSION, toolResult, toolUse, user } from './claude-code-records.ts';
import { ImportFixture } from './import-fixture.ts';

describe('An import from Claude Code', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  const importOf = async (records: readonly unknown[]) => {
    await fixture.write(`-home-ada-orders/${SESSION}.jsonl`, records);
    const report = await fixture.import('claude-code');
    return { report, payloads: fixture.payloads() };
  };

  it('makes messages of what a person and the agent said, with session, place and time', async () => {
    await importOf([user('Why does the export fail?'), assistant([{ type: 'text', text: 'I will look.' }])]);
    const [first, second] = fixture.stored.values();
    expect(first).toMatchObject({
      type: 'message',
      sessionId: SESSION,
      payload: { role: 'user', content: 'Why does the export fail?' },
      metadata: { agentId: 'claude-code', importedFrom: 'claude-code', cwd: '/home/ada/orders', gitBranch: 'main' },
    });
    expect(first?.metadata?.occurredAt).toMatch(/^2025-10-09T/);
    expect(second).toMatchObject({
      payload: { role: 'assistant', content: 'I will look.' },
      metadata: { model: 'claude-x' },
    });
  });

  it('joins a command with its result, and states its exit code where the record tells it', async () => {
    const { payloads } = await importOf([
      ...bash('t1', 'npm ci', 'added 3 packages'),
      ...bash('t2', 'npm run build', 'Error: no such module', 2),
      toolUse('t3', 'Bash', { command: 'grep -r nothing .' }),
      toolResult('t3', '', {
        beside: { stdout: '', interrupted: false, returnCodeInterpretation: 'No matches found' },
      }),
    ]);
    expect(payloads).toEqual([
      {
        type: 'command_exec',
        payload: { command: 'npm ci', description: 'Run it', output: 'added 3 packages', exitCode: 0 },
      },
      {
        type: 'command_exec',
        payload: {
          command: 'npm run build',
          description: 'Run it',
          output: 'Exit code 2\nError: no such module',
          exitCode: 2,
        },
      },
      { type: 'command_exec', payload: { command: 'grep -r nothing .' } },
    ]);
  });

  it('makes one edit of each replaced text, and says whether it succeeded', async () => {
    const { payloads } = await importOf([
      toolUse('t1', 'Edit', { file_path: 'a.ts', old_string: 'one', new_string: 'two' }),
      toolResult('t1', 'The file a.ts has been updated.', { isError: false }),
      toolUse('t2', 'MultiEdit', {
        file_path: 'b.ts',
        edits: [
          { old_string: 'x', new_string: 'y' },
          { old_string: 'v', new_string: 'w' },
        ],
      }),
      toolResult('t2', 'String to replace not found', { isError: true }),
      toolUse('t3', 'Write', { file_path: 'c.ts', content: 'export {};' }),
      toolResult('t3', 'File created successfully'),
    ]);
    expect(payloads.map(({ type, payload }) => [type, payload])).toEqual([
      ['file_edit', { path: 'a.ts', operation: 'edit', old_string: 'one', new_string: 'two', success: true }],
      ...[
        { old_string: 'x', new_string: 'y' },
        { old_string: 'v', new_string: 'w' },
      ].map((edit) => [
        'file_edit',
        { path: 'b.ts', operation: 'edit', ...edit, output: 'String to replace not found', success: false },
      ]),
      ['file_edit', { path: 'c.ts', operation: 'write', content: 'export {};' }],
    ]);
  });

  it('makes a call and a result of any other tool', async () => {
    const { payloads } = await importOf([
      toolUse('t1', 'Grep', { pattern: 'export' }),
      toolResult('t1', [{ type: 'text', text: 'a.ts:1' }], { isError: false }),
    ]);
    expect(payloads).toEqual([
      { type: 'tool_call', payload: { tool_name: 'Grep', tool_call_id: 't1', input: { pattern: 'export' } } },
      { type: 'tool_result', payload: { tool_name: 'Grep', tool_call_id: 't1', output: 'a.ts:1', success: true } },
    ]);
  });

  it('makes a test run of a command that ran tests', async () => {
    const { payloads } = await importOf(bash('t1', 'cd orders && npm test', 'Tests: 1 failed, 3 passed, 4 total', 1));
    expect(payloads).toMatchObject([{ type: 'test_run', payload: { name: 'npm test', passed: false, exitCode: 1 } }]);
  });

  it('leaves out thoughts, sidechains, summaries of compaction, remarks of the program and bookkeeping, and counts them', async () => {
    const { report, payloads } = await importOf([
      { type: 'summary', summary: 'Fixing the export', leafUuid: 'x' },
      { type: 'file-history-snapshot', messageId: 'x', snapshot: {} },
      user('From a subagent', { isSidechain: true }),
      user('A remark', { isMeta: true }),
      user('This session is being continued', { isCompactSummary: true }),
      user('<command-name>/clear</command-name>'),
      user([{ type: 'text', text: '[Request interrupted by user]' }]),
      assistant([
        { type: 'thinking', thinking: 'Hm', signature: 'x' },
        { type: 'text', text: 'Done.' },
      ]),
    ]);
    expect(payloads).toEqual([{ type: 'message', payload: { role: 'assistant', content: 'Done.' } }]);
    expect(report.leftOut).toEqual({
      'file-history-snapshot': 1,
      isCompactSummary: 1,
      isMeta: 1,
      isSidechain: 1,
      'local command': 2,
      summary: 1,
      thinking: 1,
    });
    expect(report.unknown).toEqual({});
  });

  it('counts unknown records by type and broken lines by number, and reads on', async () => {
    const lines = [
      JSON.stringify({ type: 'telepathy', sessionId: SESSION }),
      '{"type": "user", ',
      JSON.stringify(user([{ type: 'hologram' }])),
      JSON.stringify({ ...user('x'), message: 'error' }),
      '42',
      JSON.stringify(user('And this?')),
    ];
    await fixture.write(`p/${SESSION}.jsonl`, `${lines.join('\n')}\n`);
    const report = await fixture.import('claude-code');
    expect(report.unknown).toEqual({ number: 1, telepathy: 1, 'user block hologram': 1 });
    expect(report.broken.lines.map(({ line }) => line)).toEqual([2, 4]);
    expect(fixture.payloads()).toEqual([{ type: 'message', payload: { role: 'user', content: 'And this?' } }]);
  });

  it('strips what a memory tool injected, and sends no message of it alone', async () => {
    const { payloads } = await importOf([
      user('<strata-context>Recalled: use npm ci</strata-context>\nFix the export'),
      user([{ type: 'text', text: '<strata-context>\nOnly recalled\n</strata-context>' }]),
      user('<recalled-memory>\nData\n</recalled-memory>And I ask'),
      user('What does <strata-context> mean?'),
    ]);
    expect(payloads.map(({ payload }) => payload['content'])).toEqual([
      'Fix the export',
      'And I ask',
      'What does <strata-context> mean?',
    ]);
  });

  it('reads no files of subagents', async () => {
    await fixture.write(`p/${SESSION}/subagents/agent-1.jsonl`, [user('From a subagent')]);
    await fixture.write(`p/${SESSION}.jsonl`, [user('From a person')]);
    expect(await fixture.import('claude-code')).toMatchObject({ files: { found: 1 }, events: { total: 1 } });
  });
});
