import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listAudit } from '@strata/contracts/operations/audit';
import { captureBatch } from '@strata/contracts/operations/capture';
import { listEvents } from '@strata/contracts/operations/events';
import {
  createLifecyclePolicy,
  deleteLifecyclePolicy,
  previewLifecyclePolicy,
} from '@strata/contracts/operations/lifecycle';
import { listMemories, restoreMemory } from '@strata/contracts/operations/memories';
import type { AuditEntry } from '@strata/contracts/schemas/audit';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { deploymentSecrets, newDataDir, SpawnedSystem } from './fixtures/spawned-system.ts';
import { OrganizationFixture, messageEvent, synthesizedText } from './fixtures/organization-fixture.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const WITHIN = { withinMs: 120_000 };
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

let dataDir: string;
let env: Record<string, string>;
let running: SpawnedSystem;

beforeAll(async () => {
  dataDir = await newDataDir();
  env = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ...deploymentSecrets(),
    DEFAULT_PLAN: 'enterprise',
    LIFECYCLE_SWEEP_SECONDS: '0.2',
    LIFECYCLE_LEASE_SECONDS: '1',
  };
  running = await SpawnedSystem.start(MAIN, env);
}, 120_000);
afterAll(async () => {
  await running.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const policyOf = ({ tenant: { user }, orgId }: OrganizationFixture, periods: object) =>
  user.call(createLifecyclePolicy, { params: { orgId }, body: { name: 'A policy', ...periods } });

async function countAudited({ tenant: { user }, orgId }: OrganizationFixture, action: string): Promise<number> {
  return (await user.call(listAudit, { params: { orgId }, query: { action, limit: 1 } })).pagination.total;
}

/** All entries of one action, oldest last. */
async function audited({ tenant: { user }, orgId }: OrganizationFixture, action: string): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = { action, limit: 100, ...(cursor === null ? {} : { cursor }) };
    const page = await user.call(listAudit, { params: { orgId }, query });
    entries.push(...page.items);
    ({ cursor } = page.pagination);
  } while (cursor !== null);
  return entries;
}

test('an archived memory leaves synthesize, and comes back by hand and when no policy archives it', async () => {
  const company = await OrganizationFixture.create(running.base);
  const { user } = company.tenant;
  await company.learn(
    { content: 'The ferry to the island leaves at noon from pier 4', metadata: { occurredAt: daysAgo(20) } },
    { content: 'The ferry to the mainland leaves from pier 9' },
  );
  const { id: policyId } = await policyOf(company, { archiveAfterDays: 10 });
  const ask = () => synthesizedText(user, 'From which pier does the ferry leave?');
  await eventually(async () => !(await ask()).includes('pier 4'), WITHIN);
  expect(await ask()).toContain('pier 9');
  const { items } = await user.call(listMemories, { query: { archived: 'true' } });
  expect(items.map(({ content }) => content)).toEqual([expect.stringContaining('pier 4')]);

  const id = String(items[0]?.id);
  expect(await user.call(restoreMemory, { params: { id } })).toMatchObject({ id, archivedAt: null });
  expect(await ask()).toContain('pier 4');

  const { id: always } = await policyOf(company, { archiveAfterDays: 0, scope: `memory:${id}` });
  await eventually(async () => !(await ask()).includes('pier 4'), WITHIN);
  for (const each of [always, policyId])
    await user.call(deleteLifecyclePolicy, { params: { orgId: company.orgId, policyId: each } });
  await eventually(async () => (await ask()).includes('pier 4'), WITHIN);
  await eventually(async () => (await countAudited(company, 'memory.restore')) === 2, WITHIN);
}, 300_000);

test('a sweep that is killed with -9 half-way is finished after the restart, everything in it done once', async () => {
  // Five batches of a sweep: it is killed after the first that can be seen.
  const old = 2500;
  const company = await OrganizationFixture.create(running.base);
  const { user, ...credentials } = company.tenant;
  for (let from = 0; from < old; from += 500)
    await user.call(captureBatch, {
      body: {
        events: Array.from({ length: 500 }, (_, n) => {
          const bay = String(from + n);
          return messageEvent(
            `Parcel ${bay} waited at the depot in bay ${bay}.`,
            { occurredAt: daysAgo(400) },
            `s${bay.slice(-1)}`,
          );
        }),
      },
    });
  await company.learn({ content: 'The regatta closes the harbour on Sunday' });
  const memories = await user.call(listMemories, { query: { limit: 1 } });
  expect(memories.pagination.total).toBe(old + 1);

  const { id: policyId } = await policyOf(company, { deleteAfterDays: 365 });
  const left = async () => (await user.call(listEvents, { query: { limit: 1 } })).pagination.total;
  const hasBegun = await eventually(async () => {
    const now = await left();
    return now < old ? now : undefined;
  }, WITHIN);
  await running.end('SIGKILL');
  expect(hasBegun).toBeGreaterThan(1);

  running = await SpawnedSystem.start(MAIN, env);
  expect(credentials).toBeDefined();
  await eventually(async () => (await left()) === 1, WITHIN);
  await eventually(async () => (await user.call(listMemories)).pagination.total === 1, WITHIN);
  const parcels = () => synthesizedText(user, 'Which parcel waits in which bay of the depot?');
  await eventually(async () => !(await parcels()).includes('Parcel'), WITHIN);
  expect(await synthesizedText(user, 'What closes the harbour?')).toContain('regatta');

  await eventually(async () => (await countAudited(company, 'memory.delete')) >= old, WITHIN);
  const deletions = await audited(company, 'memory.delete');
  expect(deletions).toHaveLength(old);
  expect(new Set(deletions.map(({ resourceId }) => resourceId)).size).toBe(old);
  const batches = await audited(company, 'event.delete');
  const ids = batches.flatMap(({ changes }) => (changes?.before as { ids: string[] } | undefined)?.ids ?? []);
  expect(ids).toHaveLength(old);
  expect(new Set(ids).size).toBe(old);
  expect(await user.call(previewLifecyclePolicy, { params: { orgId: company.orgId, policyId } })).toMatchObject({
    delete: { memories: 0, events: 0 },
  });
}, 600_000);
