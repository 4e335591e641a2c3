import { beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HOOK, type HookFixture } from './hook-fixture.ts';

/** What the hooks of each client capture, and the context that they give. */
export function sessionRules(running: () => HookFixture): void {
  let hooks: HookFixture;
  beforeAll(() => {
    hooks = running();
  });

  it('capture a session of Claude Code, and give what was learned to the next one', async () => {
    const quiet = { code: 0, output: '' };
    expect(await hooks.claude('shop-1', 'SessionStart', { source: 'startup' })).toEqual(quiet);
    const said = 'Make the checkout test of the shop pass';
    await hooks.claude('shop-1', 'UserPromptSubmit', { prompt: `<strata-context>old news</strata-context>${said}` });
    expect(
      await hooks.claude('shop-1', 'PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_use_id: 'toolu_1',
        error: 'Exit code 1\nError: REDIS_URL is not set\nTests: 1 failed, 1 total',
      }),
    ).toEqual(quiet);
    await hooks.claude('shop-1', 'PostToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path: '/work/shop/.env.test', old_string: '', new_string: 'REDIS_URL=redis://127.0.0.1' },
      tool_result: 'The file was updated',
      tool_use_id: 'toolu_2',
    });
    await hooks.claude('shop-1', 'PostToolUse', {
      agent_id: 'sub-1',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    });
    await hooks.bash('shop-1', 'toolu_3', 'npm test', 'Tests: 1 passed, 1 total');
    await hooks.claude('shop-1', 'Stop', {
      last_assistant_message: 'The checkout test of the shop needs REDIS_URL in .env.test.',
    });
    await hooks.claude('shop-1', 'SessionEnd', { reason: 'exit' });

    const events = await hooks.delivered('shop-1', 6);
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['message', { role: 'user', content: said }],
      ['test_run', expect.objectContaining({ command: 'npm test', passed: false, exitCode: 1 })],
      ['file_edit', expect.objectContaining({ path: '/work/shop/.env.test' })],
      ['test_run', expect.objectContaining({ command: 'npm test', passed: true, exitCode: 0 })],
      ['message', expect.objectContaining({ role: 'assistant' })],
      ['message', { role: 'system', content: '' }],
    ]);
    for (const { metadata } of events)
      expect(metadata).toMatchObject({ agentId: 'claude-code', tags: ['repo:shop'], capturedBy: 'hook' });
    expect(events.at(-1)?.metadata).toMatchObject({ sessionEnd: true });
    await hooks.strata.learn({ wait: true });

    const start = await hooks.claude('shop-2', 'SessionStart', { source: 'startup' });
    expect(start.code).toBe(0);
    expect(JSON.parse(start.output)).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: expect.stringContaining('REDIS_URL') },
    });
    const asked = await hooks.claude('shop-2', 'UserPromptSubmit', {
      user_prompt: 'Why does the checkout test of the shop fail?',
    });
    const { additionalContext } = (JSON.parse(asked.output) as { hookSpecificOutput: { additionalContext: string } })
      .hookSpecificOutput;
    expect(additionalContext).toMatch(/^<strata-context>\n[^]*REDIS_URL[^]*\n<\/strata-context>$/);
    expect(additionalContext.length).toBeLessThan(10_000);
    const short = await hooks.run(
      'claude-code',
      {
        session_id: 'shop-3',
        cwd: '/work/shop',
        hook_event_name: 'UserPromptSubmit',
        prompt: 'Why does the checkout test fail?',
      },
      { STRATA_HOOK_MAX_CHARACTERS: '900' },
    );
    expect(
      (JSON.parse(short.output) as { hookSpecificOutput: typeof asked & { additionalContext: string } })
        .hookSpecificOutput.additionalContext.length,
    ).toBeLessThanOrEqual(900);
  });

  it('understand the hooks of the other clients', async () => {
    await hooks.run('codex', {
      ...{
        session_id: 'codex-1',
        turn_id: 't',
        cwd: '/work/shop',
        hook_event_name: 'PostToolUse',
        model: 'gpt-5',
        tool_use_id: 'c1',
      },
      ...{
        tool_name: 'Bash',
        tool_input: { command: 'false' },
        tool_response: 'Process exited with code 7\nFinal output:\n',
      },
    });
    await hooks.run('gemini', {
      ...{ session_id: 'gemini-1', cwd: '/work/shop', hook_event_name: 'AfterTool', timestamp: '2026-11-20T10:00:00Z' },
      ...{
        tool_name: 'run_shell_command',
        tool_input: { command: 'make' },
        tool_response: { llmContent: 'Output: ok\nExit Code: 2' },
      },
    });
    await hooks.run('cursor', {
      ...{
        conversation_id: 'cursor-1',
        generation_id: 'g',
        hook_event_name: 'postToolUse',
        cursor_version: '2',
        workspace_roots: ['/work/shop'],
      },
      ...{
        tool_name: 'Shell',
        tool_input: { command: 'ls' },
        tool_output: '{"output":"a.txt","exitCode":0}',
        tool_use_id: 'u1',
      },
    });
    await hooks.run('vscode', {
      ...{
        sessionId: 'vscode-1',
        cwd: '/work/shop',
        hookEventName: 'PostToolUse',
        tool_name: 'editFiles',
        tool_use_id: 'v1',
      },
      ...{ tool_input: { files: ['src/main.ts'] }, tool_response: 'File edited successfully' },
    });
    const payloadOf = async (sessionId: string) => (await hooks.delivered(sessionId, 1))[0]?.payload;
    await expect(payloadOf('codex-1')).resolves.toMatchObject({ command: 'false', exitCode: 7 });
    await expect(payloadOf('gemini-1')).resolves.toMatchObject({ command: 'make', exitCode: 2 });
    await expect(payloadOf('cursor-1')).resolves.toMatchObject({ command: 'ls', exitCode: 0, output: 'a.txt' });
    await expect(payloadOf('vscode-1')).resolves.toMatchObject({ tool_name: 'editFiles', tool_call_id: 'v1' });
  });

  it('run as a plugin in OpenCode', async () => {
    const plugin = new URL('opencode-plugin.js', `file://${HOOK}`).href;
    const program = `
      const { Strata } = await import(${JSON.stringify(plugin)});
      const hooks = await Strata({ directory: '/work/shop' });
      const parts = [{ type: 'text', text: 'Why does the checkout test of the shop fail?' }];
      await hooks['chat.message']({ sessionID: 'open-1' }, { parts });
      await hooks['tool.execute.before']({ callID: 'o1' }, { args: { command: 'ls' } });
      await hooks['tool.execute.after']({ tool: 'bash', sessionID: 'open-1', callID: 'o1' }, { output: 'a', metadata: { exit: 0 } });
      console.log(parts[0].text);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: hooks.env,
    });
    expect(stdout).toMatch(/^Why does[^]*<strata-context>[^]*REDIS_URL/);
    const events = await hooks.delivered('open-1', 2);
    expect(events.map(({ payload }) => payload)).toEqual([
      { role: 'user', content: 'Why does the checkout test of the shop fail?' },
      expect.objectContaining({ command: 'ls', exitCode: 0 }),
    ]);
  });
}
