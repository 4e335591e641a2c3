import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { runPage } from '@strata/testkit/run-page';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasPython } from './fixtures/has-python.ts';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Pages that take a new user from a clone to an agent that remembers. */
const PAGES = ['typescript.md', 'mcp.md', 'cli.md', 'import.md', 'opentelemetry.md', 'coding-agents.md'];
const itWithPython = hasPython() ? it : it.skip;

describe('A new user', () => {
  const stack = new CloseStack();
  let base: string;
  beforeAll(async () => {
    ({ base } = stack.use(await startStandalone({ settings: UNLIMITED })));
  });
  afterAll(() => stack.close());

  it.each(PAGES)('can follow docs/%s as it is written', follow);
  itWithPython(
    'can follow docs/python.md as it is written (skipped without Python 3.10)',
    () => follow('python.md'),
    120_000,
  );

  it('reaches the command line of the clone with npx', async () => {
    const { stdout } = await promisify(execFile)('npx', ['strata', '--version'], { cwd: ROOT });
    const { version } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8')) as { version: string };
    expect(stdout.trim()).toBe(version);
  });

  async function follow(name: string): Promise<void> {
    const page = await readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
    await runPage({ page, baseUrl: base, credentials: { apiKey: await newKey(name) } });
  }

  /** A key of a new tenant, as the first start of a service gives one. */
  async function newKey(tenantName: string): Promise<string> {
    const account = { email: `${tenantName}@example.com`, password: 'long-enough-for-Strata-1', tenantName };
    const { token } = await new Strata({ baseUrl: base }).api.registerAccount(account);
    const owner = new Strata({ baseUrl: base, apiKey: token });
    return (await owner.api.createApiKey({ name: 'first', scopes: ['read', 'write', 'admin'] })).key;
  }
});
