import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { realServices } from '@strata/testkit/real-services';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pidOf } from './fixtures/pid-of.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';
import { OrganizationFixture, dataOf, synthesizedText } from './fixtures/organization-fixture.ts';

const CLUSTER = fileURLToPath(new URL('../../../scripts/cluster.mjs', import.meta.url));
const QUESTIONS = 20;

interface Access {
  readonly requestId: string;
  readonly memoryId: string;
}

const services = realServices();
(services ? describe : describe.skip)(
  `governance in a cluster${services ? '' : ' (skipped: needs DATABASE_URL, AMQP_URL and REDIS_URL)'}`,
  () => {
    const cleanUp: (() => Promise<unknown>)[] = [];
    let system: SpawnedSystem;
    beforeAll(async () => {
      const real = await services?.start();
      if (!real) throw new Error('unreachable: the suite is skipped without services');
      cleanUp.push(() => real.close());
      const dataDir = await mkdtemp(join(tmpdir(), 'strata-cluster-'));
      cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
      system = await SpawnedSystem.start(CLUSTER, {
        ...real.env,
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        OPS_PORT_BASE: '0',
        DEFAULT_PLAN: 'enterprise',
      });
      cleanUp.push(() => system.end('SIGTERM'));
    }, 120_000);
    afterAll(async () => {
      for (const clean of cleanUp.reverse()) await clean();
    });

    const restarted = async (service: string, pid: number): Promise<void> => {
      await eventually(async () => (await pidOf(service, system.process.pid ?? 0)) !== pid, { withinMs: 60_000 });
      await eventually(async () => (await system.api.get('/v1/health')).status === 200, { withinMs: 60_000 });
    };

    test('a policy change is seen by every process, also by one that has just been started anew', async () => {
      const company = await OrganizationFixture.create(system.base);
      const { api, user } = company.tenant;
      await company.learn({ content: 'The ferry leaves at dawn.' });
      expect(await synthesizedText(api, 'When does the ferry leave?')).toContain('dawn');
      const policyId = await company.policy({ effect: 'deny', resource: '*:*', priority: 1 });
      await eventually(async () => (await synthesizedText(api, 'When does the ferry leave?')) === '');
      expect(await api.get('/v1/memories')).toMatchObject({ body: { data: { items: [], pagination: { total: 0 } } } });
      const pid = await pidOf('synthesis', system.process.pid ?? 0);
      process.kill(pid, 'SIGKILL');
      await restarted('synthesis', pid);
      expect(await synthesizedText(api, 'When does the ferry leave?')).toBe('');
      await user.delete(company.path(`policies/${policyId}`));
      await eventually(async () => (await synthesizedText(api, 'When does the ferry leave?')).includes('dawn'));
    }, 180_000);

    test('no access is lost that an answer told of, whichever service is killed -9 behind it', async () => {
      const company = await OrganizationFixture.create(system.base);
      const { api } = company.tenant;
      await company.learn({ content: 'The ferry leaves at dawn.' }, { content: 'The crane is red.', sessionId: 't' });
      for (const service of ['synthesis', 'learn-compiler', 'enterprise-org']) {
        const given = new Set<string>();
        const ask = async (): Promise<void> => {
          const answers = await Promise.allSettled([
            api.post('/v1/synthesize', { query: 'When does the ferry leave?' }),
            api.get('/v1/memories'),
          ]);
          for (const answer of answers) {
            if (answer.status !== 'fulfilled' || answer.value.status !== 200) continue;
            const { data, meta } = answer.value.body as Answer;
            for (const id of memoriesOf(data)) given.add(`${meta.requestId} ${id}`);
          }
        };
        for (let i = 0; i < QUESTIONS; i += 1) await ask();
        const pid = await pidOf(service, system.process.pid ?? 0);
        process.kill(pid, 'SIGKILL');
        await restarted(service, pid);
        for (let i = 0; i < QUESTIONS; i += 1) await ask();
        expect(given.size).toBeGreaterThan(QUESTIONS);
        await eventually(
          async () => {
            const logged = new Set((await accesses(company)).map((entry) => `${entry.requestId} ${entry.memoryId}`));
            return [...given].every((access) => logged.has(access));
          },
          { withinMs: 30_000 },
        );
      }
      const all = (await accesses(company)).map((entry) => `${entry.requestId} ${entry.memoryId}`);
      expect(new Set(all).size).toBe(all.length);
    }, 240_000);
  },
);

interface Answer {
  readonly data: { readonly items?: { id: string }[]; readonly sections?: { type: string; source: string }[] };
  readonly meta: { readonly requestId: string };
}

const memoriesOf = ({ items = [], sections = [] }: Answer['data']): string[] => [
  ...items.map(({ id }) => id),
  ...sections.filter(({ type }) => type === 'memory').map(({ source }) => source),
];

/** The whole access log of a company. */
async function accesses(company: OrganizationFixture): Promise<Access[]> {
  const entries: Access[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = dataOf(await company.tenant.user.get(company.path(`access-logs?limit=100${query}`))) as {
      items: Access[];
      pagination: { cursor: string | null };
    };
    entries.push(...page.items);
    ({ cursor } = page.pagination);
  } while (cursor !== null);
  return entries;
}
