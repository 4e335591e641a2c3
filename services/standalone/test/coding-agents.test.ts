import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';

const HOOK = fileURLToPath(new URL('../../../libs/coding-agents/dist/strata-hook.js', import.meta.url));

/** The hooks as coding agents run them, against the real service, behind a proxy that breaks connections. */
describe('The hooks of coding agents', () => {
  const stack = new CloseStack();
  let proxy: TogglingProxy;
  let strata: Strata;
  let state: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    const { base } = stack.use(await startStandalone({ settings: UNLIMITED }));
    proxy = stack.use(await TogglingProxy.open(new URL(base), 80));
    const account = { email: 'owner@example.com', password: 'long-enough-for-Strata-1', tenantName: 'Agents' };
    const { token } = await new Strata({ baseUrl: base }).api.registerAccount(account);
    const owner = new Strata({ baseUrl: base, apiKey: token });
    const { key } = await owner.api.createApiKey({ name: 'hooks', scopes: ['read', 'write'] });
    strata = new Strata({ baseUrl: base, apiKey: key });
    state = await mkdtemp(join(tmpdir(), 'strata-hooks-'));
    env = {
      PATH: process.env['PATH'] ?? '',
      STRATA_STATE_DIR: state,
      STRATA_URL: proxy.through(new URL(base)),
      STRATA_API_KEY: key,
      STRATA_HOOK_LINGER_MS: '300',
      // The test machine can be slow: only the test of the limit waits for it.
      STRATA_HOOK_TIMEOUT_MS: '20000',
    };
  }, 120_000);
  afterEach(() => proxy.mend());
  afterAll(async () => {
    const pid = await deliverer();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await stack.close();
    await rm(state, { recursive: true, force: true });
  });

  const run = (
    client: string,
    input: object | string,
    more: Record<string, string> = {},
  ): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [HOOK, client], { env: { ...env, ...more } });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
      child.stderr.setEncoding('utf8').on('data', (data: string) => (output += data));
      child.on('error', reject).on('close', (code) => resolve({ code, output }));
      child.stdin.on('error', () => undefined).end(typeof input === 'string' ? input : JSON.stringify(input));
    });
  const claude = (sessionId: string, event: string, fields: object = {}) =>
    run('claude-code', {
      session_id: sessionId,
      transcript_path: `/home/me/.claude/projects/-work-shop/${sessionId}.jsonl`,
      cwd: '/work/shop',
      permission_mode: 'default',
      hook_event_name: event,
      ...fields,
    });
  const bash = (sessionId: string, id: string, command: string, stdout: string) =>
    claude(sessionId, 'PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command },
      tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
      tool_use_id: id,
    });
  const eventsOf = async (sessionId: string) => {
    const events = [];
    for await (const event of strata.api.listEvents({ sessionId, limit: 100 })) events.push(event);
    return events.reverse();
  };
  const delivered = (sessionId: string, count: number) =>
    eventually(async () => {
      const events = await eventsOf(sessionId);
      return events.length >= count && (await waiting()).length === 0 && events;
    });
  const waiting = async (): Promise<string[]> => await readdir(join(state, 'hooks', 'spool')).catch(() => []);
  const deliverer = async (): Promise<number | undefined> => {
    const text = await readFile(join(state, 'hooks', 'deliver.lock'), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as { pid: number }).pid;
  };

  it('capture a session of Claude Code, and give what was learned to the next one', async () => {
    const quiet = { code: 0, output: '' };
    expect(await claude('shop-1', 'SessionStart', { source: 'startup' })).toEqual(quiet);
    const said = 'Make the checkout test of the shop pass';
    await claude('shop-1', 'UserPromptSubmit', { prompt: `<strata-context>old news</strata-context>${said}` });
    expect(
      await claude('shop-1', 'PostToolUseFailure', {
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_use_id: 'toolu_1',
        error: 'Exit code 1\nError: REDIS_URL is not set\nTests: 1 failed, 1 total',
      }),
    ).toEqual(quiet);
    await claude('shop-1', 'PostToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path: '/work/shop/.env.test', old_string: '', new_string: 'REDIS_URL=redis://127.0.0.1' },
      tool_result: 'The file was updated',
      tool_use_id: 'toolu_2',
    });
    await claude('shop-1', 'PostToolUse', { agent_id: 'sub-1', tool_name: 'Bash', tool_input: { command: 'ls' } });
    await bash('shop-1', 'toolu_3', 'npm test', 'Tests: 1 passed, 1 total');
    await claude('shop-1', 'Stop', {
      last_assistant_message: 'The checkout test of the shop needs REDIS_URL in .env.test.',
    });
    await claude('shop-1', 'SessionEnd', { reason: 'exit' });

    const events = await delivered('shop-1', 6);
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
    await strata.learn({ wait: true });

    const start = await claude('shop-2', 'SessionStart', { source: 'startup' });
    expect(start.code).toBe(0);
    expect(JSON.parse(start.output)).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: expect.stringContaining('REDIS_URL') },
    });
    const asked = await claude('shop-2', 'UserPromptSubmit', {
      user_prompt: 'Why does the checkout test of the shop fail?',
    });
    const { additionalContext } = (JSON.parse(asked.output) as { hookSpecificOutput: { additionalContext: string } })
      .hookSpecificOutput;
    expect(additionalContext).toMatch(/^<strata-context>\n[^]*REDIS_URL[^]*\n<\/strata-context>$/);
    expect(additionalContext.length).toBeLessThan(10_000);
    const short = await run(
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

  it('lose nothing and double nothing when the delivery is killed and the service is away', async () => {
    proxy.hang();
    for (let at = 0; at < 4; at += 1) await bash('kill-1', `toolu_a${at}`, `echo ${at}`, `${at}`);
    const pid = await eventually(async () =>
      (await waiting()).some((name) => name.endsWith('.sending')) ? deliverer() : undefined,
    );
    process.kill(pid, 'SIGKILL');
    // What the killed process sent arrives now, and nobody is there for the answer.
    proxy.mend();
    proxy.cut();
    for (let at = 4; at < 8; at += 1) await bash('kill-1', `toolu_a${at}`, `echo ${at}`, `${at}`);
    expect(await waiting()).not.toEqual([]);
    proxy.mend();
    await bash('kill-1', 'toolu_a8', 'echo 8', '8');
    const events = await delivered('kill-1', 9);
    const commands = events.map(({ payload }) => payload['command']).sort();
    expect(commands).toEqual(Array.from({ length: 9 }, (_, at) => `echo ${at}`));
  });

  it('end within their own limit when the service hangs, without an output', async () => {
    proxy.hang();
    const input = {
      session_id: 'slow-1',
      cwd: '/work/shop',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Why does it hang?',
    };
    await expect(run('claude-code', input, { STRATA_HOOK_TIMEOUT_MS: '400' })).resolves.toEqual({
      code: 0,
      output: '',
    });
    await expect(readFile(join(state, 'hooks', 'hooks.log'), 'utf8')).resolves.toContain('no context within 400 ms');
    proxy.mend();
    await delivered('slow-1', 1);
  });

  it('write down what they capture even if their time is up before they start', async () => {
    const input = {
      ...{ session_id: 'late-1', cwd: '/work/shop', hook_event_name: 'UserPromptSubmit' },
      prompt: 'Why does it start so slowly?',
    };
    await run('claude-code', input, { STRATA_HOOK_TIMEOUT_MS: '1' });
    await delivered('late-1', 1);
  });

  it.each([
    ['text that is no JSON', 'claude-code', 'no JSON', {}],
    ['a hook that it does not know', 'codex', { hook_event_name: 'PreCompact', session_id: 's' }, {}],
    ['an unknown client', 'emacs', {}, {}],
    [
      'a service that is away',
      'gemini',
      { hook_event_name: 'SessionStart', session_id: 's' },
      { STRATA_URL: 'http://127.0.0.1:1' },
    ],
    [
      'a wrong key',
      'cursor',
      { hook_event_name: 'sessionStart', session_id: 's' },
      { STRATA_API_KEY: 'strata_live_wrong' },
    ],
  ])('end with code 0 and no output for %s', async (_case, client, input, more) => {
    const own = { STRATA_STATE_DIR: join(state, 'failing'), ...more };
    await expect(run(client, input, own)).resolves.toEqual({ code: 0, output: '' });
  });

  it('understand the hooks of the other clients', async () => {
    await run('codex', {
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
    await run('gemini', {
      ...{ session_id: 'gemini-1', cwd: '/work/shop', hook_event_name: 'AfterTool', timestamp: '2026-11-20T10:00:00Z' },
      ...{
        tool_name: 'run_shell_command',
        tool_input: { command: 'make' },
        tool_response: { llmContent: 'Output: ok\nExit Code: 2' },
      },
    });
    await run('cursor', {
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
    await run('vscode', {
      ...{
        sessionId: 'vscode-1',
        cwd: '/work/shop',
        hookEventName: 'PostToolUse',
        tool_name: 'editFiles',
        tool_use_id: 'v1',
      },
      ...{ tool_input: { files: ['src/main.ts'] }, tool_response: 'File edited successfully' },
    });
    const payloadOf = async (sessionId: string) => (await delivered(sessionId, 1))[0]?.payload;
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
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
    expect(stdout).toMatch(/^Why does[^]*<strata-context>[^]*REDIS_URL/);
    const events = await delivered('open-1', 2);
    expect(events.map(({ payload }) => payload)).toEqual([
      { role: 'user', content: 'Why does the checkout test of the shop fail?' },
      expect.objectContaining({ command: 'ls', exitCode: 0 }),
    ]);
  });

  it('keep what waits readable for its owner only', async () => {
    proxy.cut();
    await bash('modes', 'toolu_m', 'true', '');
    const spool = join(state, 'hooks', 'spool');
    expect((await stat(spool)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(spool)) expect((await stat(join(spool, name))).mode & 0o777).toBe(0o600);
    proxy.mend();
    await delivered('modes', 1);
  });
});
