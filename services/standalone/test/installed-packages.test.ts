import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Strata } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, Script } from 'node:vm';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const execute = promisify(execFile);

/** The packages as npm installs them from their tarballs into an empty folder, with the real service. */
describe('What npm installs', () => {
  const stack = new CloseStack();
  let folder: string;
  let home: string;
  let base: string;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-installed-'));
    stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    home = join(folder, 'home');
    await mkdir(join(home, '.claude'), { recursive: true });
    const [service] = await Promise.all([startStandalone({ settings: UNLIMITED }), installPackages()]);
    ({ base } = stack.use(service));
    const account = { email: 'owner@example.com', password: 'long-enough-for-Strata-1', tenantName: 'Installed' };
    const { token } = await new Strata({ baseUrl: base }).api.registerAccount(account);
    const owner = new Strata({ baseUrl: base, apiKey: token });
    ({ key } = await owner.api.createApiKey({ name: 'installed', scopes: ['read', 'write', 'admin'] }));
  });
  afterAll(() => stack.close());

  /** Without the registry: no package needs another one. */
  async function installPackages(): Promise<void> {
    const packages = ['client', 'cli', 'mcp'];
    await execute(process.execPath, [join(ROOT, 'scripts', 'package.mjs'), '--out', folder, ...packages]);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => join(folder, name));
    const options = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
    await execute('npm', ['install', ...options, ...files], { cwd: home });
  }

  const program = (name: string): string => join(home, 'node_modules', '.bin', name);

  /** Runs a program as a shell does, without a variable that names the service or the key. */
  function run(command: string, args: readonly string[], input = ''): Promise<{ code: number | null; out: string }> {
    return new Promise((resolve, reject) => {
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        STRATA_HOOK_LINGER_MS: '300',
        STRATA_HOOK_TIMEOUT_MS: '20000',
      };
      const child = spawn(command, args, { cwd: home, env });
      let out = '';
      child.stdout.on('data', (text: Buffer) => (out += text.toString()));
      child.stderr.on('data', (text: Buffer) => (out += text.toString()));
      child.on('error', reject).on('close', (code) => resolve({ code, out }));
      child.stdin.on('error', () => undefined).end(input);
    });
  }
  const strata = (...args: string[]) => run(program('strata'), args);

  it('is a command line that signs in, and finds what it captured', async () => {
    expect(await run(program('strata'), ['login', '--url', base, '--with-key'], key)).toMatchObject({ code: 0 });
    expect(await strata('status')).toMatchObject({ code: 0, out: expect.stringContaining(base) });
    expect(await strata('capture', 'The nightly export runs at four.')).toMatchObject({ code: 0 });
    expect(await strata('learn', '--watch')).toMatchObject({ code: 0 });
    expect(await strata('ask', 'When does the nightly export run?')).toMatchObject({
      code: 0,
      out: expect.stringContaining('runs at four'),
    });
  });

  it('imports transcripts, also of a tool that keeps them in SQLite', async () => {
    const session = join(home, '.claude', 'projects', '-shop', 'one.jsonl');
    await mkdir(join(session, '..'), { recursive: true });
    const message = { role: 'user', content: 'Deploy the shop on Tuesdays only.' };
    const record = { type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's1', cwd: '/shop', message };
    await writeFile(session, `${JSON.stringify({ ...record, timestamp: '2026-05-08T09:00:00Z', version: '2.0.0' })}\n`);
    expect(await strata('import', 'claude-code')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 event sent'),
    });
    const database = join(home, 'opencode.db');
    await writeFile(database, 'not a database, so that SQLite itself says so');
    expect((await strata('import', 'opencode', database)).out).toContain('It is no SQLite database');
  });

  it('connects Claude Code, whose hooks then capture and recall', async () => {
    expect(await strata('connect', 'claude-code', '--dry-run')).toMatchObject({ code: 0 });
    expect(await strata('connect', 'claude-code')).toMatchObject({ code: 0 });
    const settings = await readFile(join(home, '.claude', 'settings.json'), 'utf8');
    const [, command = ''] = /"command": "([^"]*strata-hook\.js claude-code)"/u.exec(settings) ?? [];
    const hook = (event: object) =>
      run('sh', ['-c', command], JSON.stringify({ session_id: 'monday', cwd: '/shop', ...event }));
    const said = 'The checkout test needs REDIS_URL in .env.test.';
    expect(await hook({ hook_event_name: 'Stop', last_assistant_message: said })).toEqual({ code: 0, out: '' });
    await eventually(async () => {
      const { out } = await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'What does the checkout test need?' });
      return out.includes('needs REDIS_URL');
    });
    expect(await strata('disconnect', 'claude-code')).toMatchObject({ code: 0 });
    expect(await readdir(join(home, '.claude'))).not.toContain('settings.json');
  });

  it.each([
    ['@strata/mcp', 'strata-mcp', []],
    ['the command line', 'strata', ['mcp']],
  ])('serves MCP from %s', async (_, name, args) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, STRATA_URL: base, STRATA_API_KEY: key };
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: program(name), args, env, stderr: 'pipe' }));
    const { content } = await client.callTool({ name: 'recall', arguments: { query: 'the nightly export' } });
    expect(JSON.stringify(content)).toContain('runs at four');
    await client.close();
  });

  it('is an SDK that runs where there is nothing of Node', async () => {
    const code = await readFile(join(home, 'node_modules', '@strata', 'client', 'cjs', 'strata.js'), 'utf8');
    // What browsers, workers and edge runtimes have in common. Their timers are numbers.
    const web = { AbortController, AbortSignal, clearTimeout, crypto, fetch, TextDecoderStream, TextEncoder, URL };
    const setTimeout = (work: () => void, ms: number): number => Number(globalThis.setTimeout(work, ms));
    const module = { exports: {} as { Strata: typeof Strata } };
    new Script(code).runInContext(createContext({ ...web, setTimeout, module, exports: module.exports }));
    const client = new module.exports.Strata({ baseUrl: base, apiKey: key, agentId: 'edge' });
    await client.remember('The edge is at port 443.');
    await client.run({ task: 'Ping the edge' }, async (run) => run.tool('ping', {}, async () => 'pong'));
    await client.learn({ wait: true });
    expect(await client.context('Where is the edge?')).toContain('port 443');
    await client.close();
  });
});
