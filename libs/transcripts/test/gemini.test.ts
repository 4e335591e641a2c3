import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ImportFixture } from './import-fixture.ts';

/** Records in the shape of Gemini CLI's chat recordings, made from its types. */
const FILE = 'project/chats/session-2026-05-08T09-00-ab.jsonl';
const timestamp = '2026-05-08T09:00:00.000Z';
const HEAD = { sessionId: 'g-1', projectHash: 'p', startTime: timestamp, kind: 'main' };
const user = (id: string, content: unknown) => ({ id, timestamp, type: 'user', content });
const gemini = (id: string, content: unknown, toolCalls?: readonly object[]) => ({
  ...{
    id,
    timestamp,
    type: 'gemini',
    content,
    model: 'gemini-x',
    thoughts: [{ subject: 'Hm', description: 'x', timestamp }],
  },
  ...(toolCalls === undefined ? {} : { toolCalls }),
});
const call = (id: string, name: string, args: object, status: string, response: object = {}) => ({
  ...{ id, name, args, status, timestamp },
  result: [{ functionResponse: { id, name, response } }],
});

describe('An import from Gemini CLI', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await ImportFixture.create();
  });
  afterEach(() => fixture.close());

  const importOf = async (records: readonly unknown[]) => {
    await fixture.write(FILE, [HEAD, ...records]);
    const report = await fixture.import('gemini');
    return { report, payloads: fixture.payloads() };
  };
  const texts = () => fixture.payloads().map(({ payload }) => payload['content']);

  it('leaves out what the program and hooks add to a prompt', async () => {
    await importOf([
      user('m0', [{ text: '<session_context>\nThis is the Gemini CLI.\n</session_context>' }]),
      user('m1', [
        { text: '<hook_context>&lt;strata-context&gt;\nold\n&lt;/strata-context&gt;</hook_context>\n\nFix the export' },
        { text: '<hook_context>&lt;strata-context&gt;\nmore\n&lt;/strata-context&gt;</hook_context>' },
      ]),
    ]);
    expect(texts()).toEqual(['Fix the export']);
  });

  it.each([
    ['Output: kelp\nProcess Group PGID: 7', { output: 'kelp', exitCode: 0 }],
    ['Output: (empty)', { output: '', exitCode: 0 }],
    ['Output: a\nError: b\nExit Code: 3\nProcess Group PGID: 7', { output: 'a', exitCode: 3 }],
    ['Output: a\nSignal: 9\nProcess Group PGID: 7', { output: 'a' }],
    ['Output: a\nBackground PIDs: 8, 9\nProcess Group PGID: 7', { output: 'a' }],
  ])('reads how a command ended from %j', async (output, result) => {
    const { payloads } = await importOf([
      gemini('m2', '', [
        call('k1', 'run_shell_command', { command: 'make' }, 'success', {
          output: `<untrusted_context>\n${output}\n</untrusted_context>`,
        }),
      ]),
    ]);
    const { output: text, exitCode } = result as { output: string; exitCode?: number };
    const told = exitCode === undefined ? { success: true } : { exitCode };
    expect(payloads[0]?.payload).toEqual({ command: 'make', ...(text === '' ? {} : { output: text }), ...told });
  });

  it('reads messages and calls that ended, of the last record of each message', async () => {
    const { payloads } = await importOf([
      user('m1', [{ text: 'Fix the export' }]),
      gemini('m2', '', [call('k1', 'run_shell_command', { command: 'npm run build' }, 'executing')]),
      gemini('m2', 'I build it.', [
        call('k1', 'run_shell_command', { command: 'npm run build' }, 'success', {
          output: 'Output: boom\nExit Code: 2',
        }),
        call('k2', 'replace', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, 'error', { error: 'not found' }),
        call('k3', 'glob', { pattern: '*' }, 'success', { output: 'a.ts' }),
      ]),
    ]);
    expect(payloads).toEqual([
      { type: 'message', payload: { role: 'user', content: 'Fix the export' } },
      { type: 'message', payload: { role: 'assistant', content: 'I build it.' } },
      {
        type: 'command_exec',
        payload: { command: 'npm run build', output: 'boom', exitCode: 2 },
      },
      {
        type: 'file_edit',
        payload: {
          path: 'a.ts',
          operation: 'edit',
          old_string: 'x',
          new_string: 'y',
          output: 'not found',
          success: false,
        },
      },
      { type: 'tool_call', payload: { tool_name: 'glob', tool_call_id: 'k3', input: { pattern: '*' } } },
      { type: 'tool_result', payload: { tool_name: 'glob', tool_call_id: 'k3', output: 'a.ts', success: true } },
    ]);
    expect([...fixture.stored.values()][1]).toMatchObject({ sessionId: 'g-1', metadata: { model: 'gemini-x' } });
  });

  it('leaves out what was taken back', async () => {
    const { report } = await importOf([
      user('m1', 'One'),
      gemini('m2', 'Two'),
      user('m3', 'Three'),
      { $rewindTo: 'm2' },
      user('m4', 'Four'),
    ]);
    expect(texts()).toEqual(['One', 'Four']);
    expect(report.leftOut).toEqual({ 'taken back': 2 });
  });

  it('keeps what was said before a history was replaced, each message as it was before it was shortened', async () => {
    await importOf([
      user('m1', 'One'),
      gemini('m2', 'A long answer'),
      { $set: { messages: [gemini('m2', '…'), user('m3', 'Three')] } },
    ]);
    expect(texts()).toEqual(['One', 'A long answer', 'Three']);
  });

  it('leaves out subagents and notices', async () => {
    const { report } = await importOf([
      { id: 'n', timestamp, type: 'info', content: 'Hello' },
      { $set: { kind: 'subagent' } },
      user('m1', 'One'),
    ]);
    expect(texts()).toEqual([]);
    expect(report.leftOut).toEqual({ info: 1, subagent: 1 });
  });
});
