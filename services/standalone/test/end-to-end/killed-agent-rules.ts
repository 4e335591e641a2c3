import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { eventually } from '@strata/testkit/eventually';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOOK = fileURLToPath(new URL('../../../../libs/coding-agents/dist/strata-hook.js', import.meta.url));
const STEPS = 9;

/** A process of a system that can be killed, and started again at the same address. */
export interface Killable {
  readonly base: () => string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/**
 * An agent goes on while the service is killed with SIGKILL. The service starts again only after the agent has finished, so an agent that
 * waited for it would never end.
 */
export function killedAgentRules({ base, kill, start }: Killable): void {
  let state: string;
  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), 'strata-killed-'));
  });
  afterAll(() => rm(state, { recursive: true, force: true, maxRetries: 5 }));

  test('a kill while hooks and a run of the SDK are under way loses nothing, doubles nothing and holds nobody up', async () => {
    const account = { email: 'agents@example.com', password: 'long-enough-for-Strata-1', tenantName: 'Agents' };
    const { token } = await new Strata({ baseUrl: base() }).api.registerAccount(account);
    const owner = new Strata({ baseUrl: base(), apiKey: token });
    const { key } = await owner.api.createApiKey({ name: 'agents', scopes: ['read', 'write'] });
    const strata = new Strata({ baseUrl: base(), apiKey: key });
    const env = {
      ...{ PATH: process.env['PATH'], STRATA_STATE_DIR: state, STRATA_URL: base(), STRATA_API_KEY: key },
      // Long enough for a busy machine. The service refuses connections at once.
      ...{ STRATA_HOOK_LINGER_MS: '300', STRATA_HOOK_TIMEOUT_MS: '20000' },
    };
    const hook = (step: number): Promise<number | null> =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [HOOK, 'claude-code'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
        child.on('error', reject).on('close', resolve);
        const tool = {
          tool_name: 'Bash',
          tool_input: { command: `echo ${String(step)}` },
          tool_response: { stdout: '' },
        };
        const call = { session_id: 'hooked', cwd: '/work/shop', hook_event_name: 'PostToolUse', ...tool };
        child.stdin.end(JSON.stringify({ ...call, tool_use_id: `t${String(step)}` }));
      });

    await strata.run({ task: 'Sort the mail', sessionId: 'ran' }, async (run) => {
      let killed: Promise<void> | undefined;
      for (let step = 0; step < STEPS; step += 1) {
        // The kill falls into a hook call and into a delivery of the run.
        if (step === 3) killed = kill();
        void run.message('assistant', `step ${String(step)}`);
        expect(await hook(step)).toBe(0);
      }
      await killed;
    });
    await start();
    // The next call of a hook starts the delivery again, if it gave up.
    expect(await hook(STEPS)).toBe(0);
    await strata.flush();
    const stored = async (sessionId: string, field: string): Promise<unknown[]> => {
      const values: unknown[] = [];
      for await (const { payload } of strata.api.listEvents({ sessionId, limit: 100 })) values.push(payload[field]);
      return values.reverse();
    };
    const steps = Array.from({ length: STEPS }, (_, step) => `step ${String(step)}`);
    expect(await stored('ran', 'content')).toEqual(['Sort the mail', ...steps, '']);
    await eventually(async () => (await readdir(join(state, 'hooks', 'spool'))).length === 0);
    const commands = Array.from({ length: STEPS + 1 }, (_, step) => `echo ${String(step)}`);
    expect((await stored('hooked', 'command')).sort()).toEqual(commands.sort());
  });
}
