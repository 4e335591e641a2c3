import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';
import { INSTALLED_CLIENTS, versionIn, writeSettings } from './real-clients/installed-clients.ts';
import { serveModels, type ModelServer } from './real-clients/model-server.ts';

const CLI = fileURLToPath(new URL('../../../libs/cli/dist/main.js', import.meta.url));
/** The folder into which the clients were installed by `npm install`. */
const folder = process.env['STRATA_CLIENTS'];
const FACT = 'Remember: in the repository shop, the harbor deployment must always run with TIDE=high.';
const PROMPT = 'How do I deploy the harbor?';
const ANSWER = 'The harbor was deployed.';
const RUN_WITHIN_MS = 240_000;

describe.each(INSTALLED_CLIENTS)('The real client $name', (client) => {
  const version = folder === undefined ? undefined : versionIn(folder, client);
  const title =
    folder === undefined
      ? '(skipped: STRATA_CLIENTS names no folder of clients)'
      : `(${version ?? 'skipped: not installed in STRATA_CLIENTS'})`;
  (version === undefined ? describe.skip : describe)(title, () => {
    const stack = new CloseStack();
    let home: string;
    let model: ModelServer;
    let strata: Strata;
    let env: Record<string, string>;
    let settings: Readonly<Record<string, string>>;

    beforeAll(async () => {
      const { base } = stack.use(await startStandalone({ settings: UNLIMITED }));
      model = await serveModels();
      stack.defer(async () => model[Symbol.asyncDispose]());
      home = await mkdtemp(join(tmpdir(), 'strata-client-'));
      stack.defer(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));
      const account = { email: 'owner@example.com', password: 'long-enough-for-Strata-1', tenantName: 'Clients' };
      const { token } = await new Strata({ baseUrl: base }).api.registerAccount(account);
      const owner = new Strata({ baseUrl: base, apiKey: token });
      const { key } = await owner.api.createApiKey({ name: 'client', scopes: ['read', 'write'] });
      strata = new Strata({ baseUrl: base, apiKey: key });
      await strata.api.captureBatch({
        events: [{ type: 'message', sessionId: 'earlier', payload: { role: 'user', content: FACT } }],
      });
      await strata.learn({ wait: true });
      settings = client.settings(model.url);
      await writeSettings(home, settings);
      await mkdir(join(home, 'shop'));
      const bin = join(folder ?? '', 'node_modules', '.bin');
      env = {
        ...{ HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin:${bin}`, TERM: 'dumb' },
        ...{ STRATA_URL: base, STRATA_API_KEY: key, STRATA_HOOK_TIMEOUT_MS: '8000', STRATA_HOOK_LINGER_MS: '2000' },
        ...client.env(model.url),
      };
      await run(process.execPath, CLI, 'connect', client.name);
    });
    afterAll(() => stack.close());

    const run = (program: string, ...args: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const child = spawn(program, args, { cwd: join(home, 'shop'), env, stdio: ['ignore', 'pipe', 'pipe'] });
        const timer = setTimeout(() => child.kill('SIGKILL'), RUN_WITHIN_MS);
        let output = '';
        let errors = '';
        child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
        child.stderr.setEncoding('utf8').on('data', (data: string) => (errors += data));
        child.on('error', reject).on('close', (code) => {
          clearTimeout(timer);
          if (code === 0) resolve(output);
          else reject(new Error(`${program} ended with ${String(code)}: ${errors.slice(-2000)}${output.slice(-2000)}`));
        });
      });
    const ask = (goesOn: boolean): Promise<string> =>
      run(join(folder ?? '', 'node_modules', '.bin', client.program), ...client.args(PROMPT, goesOn));
    const captured = async () => {
      const events = [];
      for await (const event of strata.api.listEvents({ limit: 100 })) events.push(event);
      return events.reverse().filter(({ sessionId }) => sessionId !== 'earlier');
    };
    const delivered = (count: number) =>
      eventually(async () => {
        const waiting = await readdir(join(home, '.local', 'state', 'strata', 'hooks', 'spool')).catch(() => ['?']);
        const events = await captured();
        return waiting.length === 0 && events.length >= count && events;
      });
    const ofTurn = client.tellsEnd ? 5 : 4;
    const session = (event: number): unknown[] => [
      ['message', expect.objectContaining({ role: 'user', content: expect.stringContaining(PROMPT) })],
      ['command_exec', expect.objectContaining({ command: 'echo kelp', exitCode: 0 })],
      ['command_exec', expect.objectContaining({ command: 'ls /nowhere; exit 3', exitCode: 3 })],
      ['message', expect.objectContaining({ role: 'assistant', content: ANSWER })],
      ...(event === 5 ? [['message', { role: 'system', content: '' }]] : []),
    ];

    it(
      'offers the tools, and gives the model what was remembered, at the start and with the prompt',
      async () => {
        model.turn = { commands: ['echo kelp', 'ls /nowhere; exit 3'], answer: ANSWER };
        expect(await ask(false)).toContain(ANSWER);
        const [first] = model.requests;
        expect(first?.text.match(/(?:<|&lt;)strata-context/g)?.length).toBeGreaterThanOrEqual(2);
        expect(first?.text).toContain('TIDE=high');
        const offered = model.requests.flatMap(({ text, tools }) => [...tools, text]).join(' ');
        expect(offered).toMatch(/strata_+recall|mcp__strata\b/);
      },
      RUN_WITHIN_MS + 10_000,
    );

    it('has what was said and done captured once, with exit codes', async () => {
      const events = await delivered(ofTurn);
      expect(events.map(({ type, payload }) => [type, payload])).toEqual(session(ofTurn));
      expect(new Set(events.map(({ sessionId }) => sessionId)).size).toBe(1);
      expect(JSON.stringify(events)).not.toContain('TIDE=high');
    });

    it(
      'has the same words stored again when they are said again in the session',
      async () => {
        await ask(true);
        const events = await delivered(2 * ofTurn);
        expect(events.map(({ type, payload }) => [type, payload])).toEqual([...session(ofTurn), ...session(ofTurn)]);
        expect(new Set(events.map(({ sessionId }) => sessionId)).size).toBe(1);
      },
      RUN_WITHIN_MS + 60_000,
    );

    it('writes transcripts that an import reads whole, and stores nothing of them again', async () => {
      const before = await captured();
      const report = JSON.parse(await run(process.execPath, CLI, '--json', 'import', client.name)) as object;
      expect(report).toMatchObject({
        ...{ sent: 0, rejected: { total: 0 }, broken: { total: 0 } },
        events: { byType: { command_exec: 4, message: 4 } },
      });
      expect(report).toHaveProperty('unknown', {});
      expect(await captured()).toHaveLength(before.length);
    });

    it('gets its files back', async () => {
      await run(process.execPath, CLI, 'disconnect', client.name);
      const own = Object.entries(settings).map(([name, text]) => [name, text.trim()] as const);
      for (const [name, text] of own) {
        const left = await readFile(join(home, name), 'utf8');
        // Some clients write to their files themselves.
        expect(left).toContain(name.endsWith('.toml') ? text : text.slice(2, 40));
      }
      const names = (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      const configuration = names
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) =>
          /\/(?:\.claude\.json|settings\.json|config\.toml|hooks\.json|opencode\.json|strata\.js)$/.test(path),
        );
      for (const path of configuration) expect(await readFile(path, 'utf8')).not.toMatch(/strata-hook|libs\/cli\/dist/);
      expect(configuration.some((path) => path.endsWith('plugins/strata.js'))).toBe(false);
    });
  });
});
