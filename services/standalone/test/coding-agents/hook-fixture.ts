import type { Item } from '@strata/client/operation-types';
import { Strata } from '@strata/client/strata';
import { CloseStack, type Closeable } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStandalone, UNLIMITED } from '../fixtures/system-fixture.ts';

export const HOOK = fileURLToPath(new URL('../../../../libs/coding-agents/dist/strata-hook.js', import.meta.url));

/** How a hook ended, and what it printed. */
export interface HookResult {
  readonly code: number | null;
  readonly output: string;
}

type StoredEvent = Item<'listEvents'>;

/** The hooks as coding agents run them, against a real service, behind a proxy that breaks connections. */
export interface HookFixture extends Closeable {
  readonly proxy: TogglingProxy;
  readonly strata: Strata;
  /** The folder where the hooks keep what waits. */
  readonly state: string;
  /** The environment of the hooks. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs the hook of a client; `more` adds to its environment. */
  readonly run: (client: string, input: object | string, more?: Record<string, string>) => Promise<HookResult>;
  /** Runs a hook of Claude Code. */
  readonly claude: (sessionId: string, event: string, fields?: object) => Promise<HookResult>;
  /** Runs the hook of Claude Code after a command. */
  readonly bash: (sessionId: string, id: string, command: string, stdout: string) => Promise<HookResult>;
  /** Waits until a session has so many events and nothing waits any more. Returns the events, the oldest first. */
  readonly delivered: (sessionId: string, count: number) => Promise<StoredEvent[]>;
  /** The names of the files that wait for their delivery. */
  readonly waiting: () => Promise<string[]>;
  /** The process id of the background process that sends the waiting events; undefined if none runs. */
  readonly deliverer: () => Promise<number | undefined>;
}

export async function startHooks(): Promise<HookFixture> {
  const stack = new CloseStack();
  const { base } = stack.use(await startStandalone({ settings: UNLIMITED }));
  const proxy = stack.use(await TogglingProxy.open(new URL(base), 80));
  const account = { email: 'owner@example.com', password: 'long-enough-for-Strata-1', tenantName: 'Agents' };
  const { token } = await new Strata({ baseUrl: base }).api.registerAccount(account);
  const owner = new Strata({ baseUrl: base, apiKey: token });
  const { key } = await owner.api.createApiKey({ name: 'hooks', scopes: ['read', 'write'] });
  const strata = new Strata({ baseUrl: base, apiKey: key });
  const state = await mkdtemp(join(tmpdir(), 'strata-hooks-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    STRATA_STATE_DIR: state,
    STRATA_URL: proxy.through(new URL(base)),
    STRATA_API_KEY: key,
    STRATA_HOOK_LINGER_MS: '300',
    // The test machine can be slow: only the test of the limit waits for it.
    STRATA_HOOK_TIMEOUT_MS: '20000',
  };

  const run: HookFixture['run'] = (client, input, more = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [HOOK, client], { env: { ...env, ...more } });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
      child.stderr.setEncoding('utf8').on('data', (data: string) => (output += data));
      child.on('error', reject).on('close', (code) => resolve({ code, output }));
      child.stdin.on('error', () => undefined).end(typeof input === 'string' ? input : JSON.stringify(input));
    });
  const claude: HookFixture['claude'] = (sessionId, event, fields = {}) =>
    run('claude-code', {
      session_id: sessionId,
      transcript_path: `/home/me/.claude/projects/-work-shop/${sessionId}.jsonl`,
      cwd: '/work/shop',
      permission_mode: 'default',
      hook_event_name: event,
      ...fields,
    });
  const eventsOf = async (sessionId: string): Promise<StoredEvent[]> => {
    const events = [];
    for await (const event of strata.api.listEvents({ sessionId, limit: 100 })) events.push(event);
    return events.reverse();
  };
  const waiting = async (): Promise<string[]> => await readdir(join(state, 'hooks', 'spool')).catch(() => []);
  const deliverer = async (): Promise<number | undefined> => {
    const text = await readFile(join(state, 'hooks', 'deliver.lock'), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as { pid: number }).pid;
  };
  return {
    ...{ proxy, strata, state, env, run, claude, waiting, deliverer },
    bash: (sessionId, id, command, stdout) =>
      claude(sessionId, 'PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command },
        tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
        tool_use_id: id,
      }),
    delivered: (sessionId, count) =>
      eventually(async () => {
        const events = await eventsOf(sessionId);
        return events.length >= count && (await waiting()).length === 0 && events;
      }),
    close: async () => {
      const pid = await deliverer();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      await stack.close();
      await rm(state, { recursive: true, force: true });
    },
  };
}
