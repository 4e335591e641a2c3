import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ImportFixture } from './import-fixture.ts';

/** Records in the shape of Codex's rollout files, made from its protocol types. */
const SESSION = '0199c1aa-2f30-7d11-9c1e-5b7a6d1f0e42';
const FILE = `2026/05/08/rollout-2026-05-08T09-00-00-${SESSION}.jsonl`;
let second = 0;
const line = (type: string, payload: object) => ({
  timestamp: new Date(1.76e12 + (second += 1) * 1000).toISOString(),
  type,
  payload,
});
const meta = () =>
  line('session_meta', { id: SESSION, cwd: '/home/ada/orders', cli_version: '0.132.0', git: { branch: 'fix' } });
const item = (payload: object) => line('response_item', payload);
const says = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] });
const runs = (callId: string, command: string) =>
  item({
    type: 'function_call',
    name: 'exec_command',
    call_id: callId,
    arguments: JSON.stringify({ cmd: ['bash', '-lc', command] }),
  });
const output = (callId: string, text: string) => item({ type: 'function_call_output', call_id: callId, output: text });
const ended = (callId: string, exitCode: number, text: string) =>
  line('event_msg', { type: 'exec_command_end', call_id: callId, exit_code: exitCode, aggregated_output: text });
const completed = (id: string, exitCode: number, text: string) =>
  line('event_msg', {
    type: 'item_completed',
    item: { type: 'CommandExecution', id, exit_code: exitCode, aggregated_output: text },
  });

describe('An import from Codex', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  const importOf = async (records: readonly unknown[]) => {
    await fixture.write(FILE, records);
    const report = await fixture.import('codex');
    return { report, payloads: fixture.payloads() };
  };

  it('reads messages with the session, its folder, branch and model', async () => {
    const { report } = await importOf([
      meta(),
      line('turn_context', { turn_id: 't', model: 'gpt-x', cwd: '/home/ada/orders' }),
      says('user', '<environment_context>\n<cwd>/home/ada</cwd>\n</environment_context>'),
      says('developer', 'Rules'),
      says('user', 'Fix the export'),
      item({ type: 'reasoning', summary: [], encrypted_content: 'x' }),
      says('assistant', 'I will look.'),
      line('event_msg', { type: 'agent_message', message: 'I will look.' }),
      line('event_msg', { type: 'user_message', message: 'Fix the export' }),
    ]);
    expect([...fixture.stored.values()]).toMatchObject([
      {
        sessionId: SESSION,
        payload: { role: 'user', content: 'Fix the export' },
        metadata: { agentId: 'codex', cwd: '/home/ada/orders', gitBranch: 'fix', model: 'gpt-x' },
      },
      { payload: { role: 'assistant', content: 'I will look.' } },
    ]);
    expect(report.leftOut).toMatchObject({ reasoning: 1, 'developer message': 1, 'event agent_message': 1 });
    expect(report.unknown).toEqual({});
  });

  it.each([
    ['before', [ended('c1', 2, 'boom'), output('c1', 'boom')]],
    ['after', [output('c1', 'boom'), ended('c1', 2, 'boom')]],
    ['as an item', [completed('c1', 2, 'boom'), output('c1', 'Process exited with code 2\nOutput:\nboom')]],
    [
      'without the other, but with a line that states it',
      [output('c1', 'Exit code: 2\nWall time: 1 s\nOutput:\nboom')],
    ],
    ['without the other, in JSON', [output('c1', JSON.stringify({ output: 'boom', metadata: { exit_code: 2 } }))]],
  ])('states the exit code of a command once: %s', async (_name, results) => {
    const { payloads } = await importOf([
      meta(),
      runs('c1', 'npm run build'),
      ...results,
      says('assistant', 'It failed.'),
    ]);
    expect(payloads).toHaveLength(2);
    expect(payloads[0]).toMatchObject({ type: 'command_exec', payload: { command: 'npm run build', exitCode: 2 } });
    expect(payloads[0]?.payload['output']).toContain('boom');
  });

  it('makes a command without an exit code if nothing states it, when the next item shows that nothing will', async () => {
    const { payloads } = await importOf([
      meta(),
      runs('c1', 'ls'),
      output('c1', 'a.ts'),
      says('assistant', 'One file.'),
    ]);
    expect(payloads).toEqual([
      { type: 'command_exec', payload: { command: 'ls', output: 'a.ts' } },
      { type: 'message', payload: { role: 'assistant', content: 'One file.' } },
    ]);
  });

  it('makes an edit of each file of a patch', async () => {
    const patch = '*** Begin Patch\n*** Update File: a.py\n@@\n-old\n+new\n*** Add File: b.py\n+text\n*** End Patch';
    const { payloads } = await importOf([
      meta(),
      item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'c1', input: patch }),
      item({
        type: 'custom_tool_call_output',
        call_id: 'c1',
        output: JSON.stringify({ output: 'Success.', metadata: { exit_code: 0 } }),
      }),
    ]);
    expect(payloads).toEqual([
      { type: 'file_edit', payload: { path: 'a.py', operation: 'update', patch: '@@\n-old\n+new', success: true } },
      { type: 'file_edit', payload: { path: 'b.py', operation: 'create', patch: '+text', success: true } },
    ]);
  });

  it('counts records of unknown types', async () => {
    const { report } = await importOf([meta(), line('dream', {}), item({ type: 'hologram' })]);
    expect(report.unknown).toEqual({ dream: 1, 'response_item hologram': 1 });
  });
});
