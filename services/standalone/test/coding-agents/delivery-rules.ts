import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookFixture } from './hook-fixture.ts';

/** What the hooks do while the service is away or slow: they lose nothing, and hold no agent up. */
export function deliveryRules(running: () => HookFixture): void {
  let hooks: HookFixture;
  beforeAll(() => {
    hooks = running();
  });

  it('lose nothing and double nothing when the delivery is killed and the service is away', async () => {
    hooks.proxy.hang();
    for (let at = 0; at < 4; at += 1) await hooks.bash('kill-1', `toolu_a${at}`, `echo ${at}`, `${at}`);
    const pid = await eventually(async () =>
      (await hooks.waiting()).some((name) => name.endsWith('.sending')) ? hooks.deliverer() : undefined,
    );
    process.kill(pid, 'SIGKILL');
    // The proxy now passes on the request that the killed process had sent; the process that would read the response is gone.
    hooks.proxy.mend();
    hooks.proxy.cut();
    for (let at = 4; at < 8; at += 1) await hooks.bash('kill-1', `toolu_a${at}`, `echo ${at}`, `${at}`);
    expect(await hooks.waiting()).not.toEqual([]);
    hooks.proxy.mend();
    await hooks.bash('kill-1', 'toolu_a8', 'echo 8', '8');
    const events = await hooks.delivered('kill-1', 9);
    const commands = events.map(({ payload }) => payload['command']).sort();
    expect(commands).toEqual(Array.from({ length: 9 }, (_, at) => `echo ${at}`));
  });

  it('end within their own limit when the service hangs, without an output', async () => {
    hooks.proxy.hang();
    const input = {
      session_id: 'slow-1',
      cwd: '/work/shop',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Why does it hang?',
    };
    await expect(hooks.run('claude-code', input, { STRATA_HOOK_TIMEOUT_MS: '400' })).resolves.toEqual({
      code: 0,
      output: '',
    });
    await expect(readFile(join(hooks.state, 'hooks', 'hooks.log'), 'utf8')).resolves.toContain(
      'no context within 400 ms',
    );
    hooks.proxy.mend();
    await hooks.delivered('slow-1', 1);
  });

  it('write down what they capture even if their time is up before they start', async () => {
    const input = {
      ...{ session_id: 'late-1', cwd: '/work/shop', hook_event_name: 'UserPromptSubmit' },
      prompt: 'Why does it start so slowly?',
    };
    await hooks.run('claude-code', input, { STRATA_HOOK_TIMEOUT_MS: '1' });
    await hooks.delivered('late-1', 1);
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
    const own = { STRATA_STATE_DIR: join(hooks.state, 'failing'), ...more };
    await expect(hooks.run(client, input, own)).resolves.toEqual({ code: 0, output: '' });
  });

  it('keep what waits readable for its owner only', async () => {
    hooks.proxy.cut();
    await hooks.bash('modes', 'toolu_m', 'true', '');
    const spool = join(hooks.state, 'hooks', 'spool');
    expect((await stat(spool)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(spool)) expect((await stat(join(spool, name))).mode & 0o777).toBe(0o600);
    hooks.proxy.mend();
    await hooks.delivered('modes', 1);
  });
}
