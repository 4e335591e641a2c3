import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { Memory } from '@mastra/memory';
import { Strata } from '@strata/client/strata';
import { StrataStore } from '@strata/langgraph/store';
import { strataProcessor } from '@strata/mastra/processor';
import { freePort } from '@strata/testkit/free-port';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answer } from './adapters/chat-replies.ts';
import { serveModel } from './adapters/model-server.ts';
import { deploymentSecrets } from './fixtures/deployment-secrets.ts';
import { newDataDir } from './fixtures/new-data-dir.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';

const PUTS = 60;
const PUTS_BEFORE_THE_KILL = 15;
const WRITERS = 3;

let env: Record<string, string> & { DATA_DIR: string };
let system: SpawnedSystem;
const start = async (): Promise<void> => {
  system = await SpawnedSystem.startStandalone(env);
};
const connect = async (): Promise<Strata> => {
  const { apiKey } = JSON.parse(await readFile(join(env.DATA_DIR, 'credentials.json'), 'utf8')) as { apiKey: string };
  return new Strata({ baseUrl: system.base, apiKey });
};

beforeAll(async () => {
  env = {
    ...deploymentSecrets(),
    DEFAULT_PLAN: 'enterprise',
    DATA_DIR: await newDataDir(),
    PORT: String(await freePort()),
  };
  await start();
});
afterAll(() => system.close());

it('A store keeps every item that was put while the service is killed, and each once', async () => {
  const store = new StrataStore({ strata: await connect(), timeoutMs: 60_000 });
  let done = 0;
  let reach: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => (reach = resolve));
  /** A put that fails is made again, as an application does it. */
  const put = async (key: string): Promise<void> => {
    await store.put(['kept'], key, { text: `Buoy ${key}` }).catch(() => put(key));
    done += 1;
    if (done === PUTS_BEFORE_THE_KILL) reach();
  };
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = writer; n < PUTS; n += WRITERS) await put(`k${n}`);
  });
  await enough;
  await system.end('SIGKILL');
  await start();
  await Promise.all(writers);
  const items = await store.search(['kept'], { limit: 2 * PUTS });
  const expected = Array.from({ length: PUTS }, (_, n) => `k${n}`);
  expect(items.map(({ key }) => key).sort()).toEqual(expected.sort());
  for (const { key, value } of items) expect(value).toEqual({ text: `Buoy ${key}` });
});

it('An agent of Mastra answers while the service is away, and each message is captured once', async () => {
  const strata = await connect();
  const said = Array.from({ length: 5 }, (_, turn) => [`Question ${turn}`, `Answer ${turn}`]);
  await using model = await serveModel(said.map(([, content]) => answer({ content })));
  const processor = strataProcessor(strata, { timeoutMs: 500 });
  const agent = new Agent({
    id: 'kills',
    name: 'Kills',
    instructions: 'Be brief.',
    model: { id: 'local/local', url: model.url, apiKey: 'none' },
    memory: new Memory({ storage: new InMemoryStore() }),
    inputProcessors: [processor],
    outputProcessors: [processor],
  });
  for (const [turn, [question = '', content]] of said.entries()) {
    if (turn === 1) await system.end('SIGKILL');
    if (turn === said.length - 1) await start();
    const call = agent.generate(question, { memory: { thread: 'killed', resource: 'ann' } });
    await expect(call).resolves.toMatchObject({ text: content });
  }
  await strata.flush();
  const { items } = await strata.api.listEvents({ sessionId: 'killed', limit: 100 });
  expect(items.map(({ payload }) => payload['content']).sort()).toEqual(said.flat().sort());
});
