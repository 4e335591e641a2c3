import { afterAll, beforeAll, describe } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { aiSdkSuite } from './adapters/ai-sdk.ts';
import { langGraphSuite } from './adapters/langgraph.ts';
import { mastraSuite } from './adapters/mastra.ts';
import { memoryToolSuite } from './adapters/memory-tool.ts';
import { openAIAgentsSuite } from './adapters/openai-agents.ts';
import { openAISuite } from './adapters/openai.ts';
import { printedBy, type CreateKey, type RunExample } from './adapters/run-example.ts';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';

/** The adapters with the real frameworks, a model server of their own, and the real service. */
describe('In a framework', () => {
  const stack = new CloseStack();
  let baseUrl: string;
  let token: string;
  let apiKey: string;
  const connect = (key = apiKey): Strata => new Strata({ baseUrl, apiKey: key });
  const through = (url = baseUrl, network?: typeof fetch): Strata =>
    new Strata({ baseUrl: url, apiKey, fetch: network });
  const createKey: CreateKey = async (scopes) =>
    (await connect(token).api.createApiKey({ name: 'agents', scopes })).key;
  beforeAll(async () => {
    const { base } = stack.use(await startStandalone({ settings: UNLIMITED }));
    baseUrl = base;
    const account = { email: 'owner@example.com', password: 'long-enough-for-Strata-1', tenantName: 'Adapters' };
    ({ token } = await new Strata({ baseUrl }).api.registerAccount(account));
    apiKey = await createKey(['read', 'write', 'admin']);
  });
  afterAll(() => stack.close());

  const runExample: RunExample = (file, env, args) =>
    printedBy(file, { STRATA_URL: baseUrl, STRATA_API_KEY: apiKey, ...env }, args);
  memoryToolSuite(connect, createKey, runExample);
  aiSdkSuite(connect, runExample);
  openAISuite(through, () => baseUrl, runExample);
  openAIAgentsSuite(through, () => baseUrl, runExample);
  langGraphSuite(connect, createKey, runExample);
  mastraSuite(connect, runExample);
});
