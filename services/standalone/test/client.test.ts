import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StrataError } from '@strata/client/errors';
import { Strata, type Run } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';

/** The TypeScript SDK against the real service, behind a proxy that breaks connections. */
describe('The TypeScript SDK', () => {
  const stack = new CloseStack();
  let proxy: TogglingProxy;
  let baseUrl: string;
  let apiKey: string;
  const connect = (options: ConstructorParameters<typeof Strata>[0] = {}): Strata =>
    new Strata({ baseUrl, apiKey, ...options });
  const textsOf = async (strata: Strata, sessionId: string): Promise<unknown[]> => {
    const texts: unknown[] = [];
    for await (const { payload } of strata.api.listEvents({ sessionId, limit: 2 }))
      texts.push(payload['content'] ?? payload['name'] ?? payload['tool_name']);
    return texts.reverse();
  };

  beforeAll(async () => {
    const { base } = stack.use(await startStandalone({ settings: UNLIMITED }));
    proxy = stack.use(await TogglingProxy.open(new URL(base), 80));
    baseUrl = proxy.through(new URL(base)).replace(/\/$/u, '');
    const { token } = await new Strata({ baseUrl }).api.registerAccount({
      email: 'owner@example.com',
      password: 'long-enough-for-Strata-1',
      tenantName: 'SDK',
    });
    const owner = new Strata({ baseUrl, apiKey: token });
    ({ key: apiKey } = await owner.api.createApiKey({ name: 'agents', scopes: ['read', 'write', 'admin'] }));
  });
  afterAll(() => stack.close());

  it('remembers a text, which can be found at once', async () => {
    const strata = connect({ agentId: 'ops' });
    await strata.remember('The nightly export runs at four in the morning.', { role: 'Maya' });
    await expect(strata.context('When does the nightly export run?')).resolves.toContain('four in the morning');
  });

  it('keeps what one end user said from another', async () => {
    const strata = connect();
    await strata.remember('My locker has the code of the harbour gate.', { userId: 'ann' });
    await expect(strata.context('the code of my locker', { userId: 'ann' })).resolves.toContain('harbour gate');
    await expect(strata.context('the code of my locker', { userId: 'ben' })).resolves.not.toContain('harbour gate');
  });

  it('captures a run with its steps and how it ended, and learns from it', async () => {
    const strata = connect({ agentId: 'coder' });
    const run = await strata.run({ task: 'Fix the login test', sessionId: 'run-1' }, async (run) => {
      const lines = await run.tool('read_file', { path: 'login.ts' }, () => 12);
      await run.command('npm test', { exitCode: 0, output: 'ok' });
      void run.test('login', true);
      return `${lines} lines`;
    });
    expect(run).toBe('12 lines');
    await strata.flush();
    await expect(textsOf(strata, 'run-1')).resolves.toEqual([
      'Fix the login test',
      'read_file',
      'read_file',
      undefined,
      'login',
      '',
    ]);
    const { status } = await strata.learn({ wait: true });
    expect(status).toBe('completed');
    const { items } = await strata.api.listMemories({ sessionId: 'run-1' });
    expect(items.map(({ content }) => content)).toContainEqual(expect.stringContaining('Fix the login test'));
  });

  it('passes on the error of a run, and captures it as the reason why it failed', async () => {
    const strata = connect();
    const failing = strata.run({ task: 'Pay the invoice', sessionId: 'run-2' }, (run) =>
      run.tool('charge', { amount: 3 }, () => {
        throw new RangeError('the card is expired');
      }),
    );
    await expect(failing).rejects.toThrow(new RangeError('the card is expired'));
    await strata.flush();
    const { items } = await strata.api.listEvents({ sessionId: 'run-2', type: 'message', limit: 1 });
    expect(items[0]?.payload).toMatchObject({ resolved: false, content: 'RangeError: the card is expired' });
    expect(items[0]?.metadata).toMatchObject({ sessionEnd: true });
  });

  it.each<[string, boolean | undefined, (run: Run) => unknown]>([
    ['a test that failed last', false, (run) => run.test('login', false)],
    [
      'what it says itself, whatever its tests say',
      true,
      (run) => {
        void run.test('login', false);
        run.resolved('it is flaky');
      },
    ],
    ['nothing, if it was aborted', undefined, () => Promise.reject(new DOMException('stop', 'AbortError'))],
  ])('takes the verdict of a run from %s', async (name, resolved, work) => {
    const strata = connect();
    const sessionId = `verdict of ${name}`;
    await strata.run({ task: 'Fix it', sessionId }, work).catch(() => undefined);
    await strata.flush();
    const { items } = await strata.api.listEvents({ sessionId, limit: 1 });
    expect(items[0]?.payload['resolved']).toBe(resolved);
  });

  it('loses nothing and doubles nothing of a run while the service is away, and does not hold it up', async () => {
    const strata = connect();
    const texts = Array.from({ length: 30 }, (_, index) => `step ${index}`);
    await strata.run({ task: 'Sort the mail', sessionId: 'run-3' }, async (run) => {
      for (const [index, text] of texts.entries()) {
        if (index === 5) proxy.cut();
        if (index === 20) proxy.interrupt();
        void run.message('assistant', text);
        if (index % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
      }
    });
    await strata.flush();
    await expect(textsOf(strata, 'run-3')).resolves.toEqual(['Sort the mail', ...texts, '']);
  });

  /** Runs a program of a user in a process of its own. Returns what it prints. */
  const runProgram = async (lines: string, url: string): Promise<string> => {
    const client = fileURLToPath(new URL('../../../libs/client/dist/strata.js', import.meta.url));
    const program = `import { Strata } from ${JSON.stringify(client)};\n${lines}`;
    const env = { ...process.env, STRATA_URL: url, STRATA_API_KEY: apiKey };
    return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })).stdout;
  };

  it('delivers what a program captured before the program ends', async () => {
    const program = `
      const strata = new Strata();
      for (let step = 0; step < 3; step += 1) strata.capture({ type: 'message', sessionId: 'run-4', payload: { role: 'user', content: 'step ' + step } });
    `;
    await runProgram(program, baseUrl);
    await expect(textsOf(connect(), 'run-4')).resolves.toEqual(['step 0', 'step 1', 'step 2']);
  });

  it('tells a program that awaits a capture while the service is away that it could not be delivered', async () => {
    const program = `
      const strata = new Strata({ buffer: { closeTimeoutMs: 50 } });
      for (const content of ['one', 'two'])
        await strata
          .capture({ type: 'message', sessionId: 'run-5', payload: { role: 'user', content } })
          .catch(({ code }) => console.log(content, code));
    `;
    await expect(runProgram(program, 'http://127.0.0.1:1')).resolves.toBe('one undelivered\ntwo undelivered\n');
  });

  it('lists items over all pages', async () => {
    const strata = connect();
    const ids = new Set<string>();
    for await (const { id } of strata.api.listEvents({ sessionId: 'run-3', limit: 10 })) ids.add(id);
    expect(ids.size).toBe(32);
  });

  it('says what the service says is wrong', async () => {
    const error: unknown = await connect()
      .api.synthesize({ query: 'Who?', maxTokens: -1 })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StrataError);
    expect(error).toMatchObject({
      code: 'validation_error',
      status: 400,
      details: [{ field: 'maxTokens' }],
      requestId: expect.any(String),
    });
  });

  it('never shows the API key in an error', async () => {
    const secret = 'strata_live_0123456789abcdef0123456789abcdef';
    const refused: unknown = await connect({ apiKey: secret })
      .api.listMemories()
      .then(undefined, (reason: unknown) => reason);
    const unreachable: unknown = await connect({ apiKey: secret, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
      .api.getUsageMetrics()
      .catch((reason: unknown) => reason);
    expect(refused).toMatchObject({ code: 'unauthorized' });
    expect(unreachable).toMatchObject({ code: 'connection_failed' });
    for (const error of [refused, unreachable])
      expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(secret);
  });

  it('downloads an export line by line', async () => {
    const strata = connect();
    const { jobId } = await strata.api.startExport({ userId: 'ann' });
    let status = 'queued';
    while (status !== 'completed') ({ status } = await strata.api.getJob({ id: jobId }));
    const types: unknown[] = [];
    for await (const line of strata.api.getExport({ id: jobId })) types.push('type' in line ? line.type : 'end');
    expect(types).toEqual(expect.arrayContaining(['export', 'event', 'end']));
  });

  it('ends a call by its signal and by its time limit', async () => {
    proxy.hang();
    const late = connect({ maxRetries: 0, timeoutMs: 50 }).api.getUsageMetrics();
    await expect(late).rejects.toMatchObject({ code: 'timed_out' });
    const aborted = connect().api.getUsageMetrics({}, { signal: AbortSignal.timeout(50) });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    proxy.interrupt();
  });
});
