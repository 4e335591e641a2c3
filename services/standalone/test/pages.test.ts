import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { runPage } from '@strata/testkit/run-page';
import { readFile } from 'node:fs/promises';
import { hasPython } from './fixtures/has-python.ts';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';

/** Pages that take a new user from a clone to an agent that remembers. That of Python needs Python. */
const PAGES = ['typescript.md', 'mcp.md', 'opentelemetry.md', ...(hasPython() ? ['python.md'] : [])];

describe('A new user', () => {
  const stack = new CloseStack();
  let base: string;
  beforeAll(async () => {
    ({ base } = stack.use(await startStandalone({ settings: UNLIMITED })));
  }, 120_000);
  afterAll(() => stack.close());

  it.each(PAGES)(
    'can follow docs/%s as it is written',
    async (name) => {
      const page = await readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
      await runPage({ page, baseUrl: base, credentials: { apiKey: await newKey(name) } });
    },
    120_000,
  );

  /** A key of a new tenant, as the first start of a service gives one. */
  async function newKey(tenantName: string): Promise<string> {
    const account = { email: `${tenantName}@example.com`, password: 'long-enough-for-Strata-1', tenantName };
    const { token } = await new Strata({ baseUrl: base }).api.registerAccount(account);
    const owner = new Strata({ baseUrl: base, apiKey: token });
    return (await owner.api.createApiKey({ name: 'first', scopes: ['read', 'write', 'admin'] })).key;
  }
});
