import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listAudit } from '@strata/contracts/operations/audit';
import { captureBatch } from '@strata/contracts/operations/capture';
import { createLifecyclePolicy, previewLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import { listMemories } from '@strata/contracts/operations/memories';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import type { AuditEntry } from '@strata/contracts/schemas/audit';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { rm } from 'node:fs/promises';
import { killedAgentRules } from './end-to-end/killed-agent-rules.ts';
import { largestRequestRules } from './end-to-end/largest-request-rules.ts';
import { lifecycleRules } from './end-to-end/lifecycle-rules.ts';
import { deploymentSecrets, newRsaSigningKey } from './fixtures/deployment-secrets.ts';
import { countEvents, EventStream, storedEvents } from './fixtures/event-stream.ts';
import { newDataDir } from './fixtures/new-data-dir.ts';
import { messageEvent, OrganizationFixture, synthesizedText } from './fixtures/organization-fixture.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';

const WITHIN = { withinMs: 120_000 };
const KILLS = 2;
const ACCEPTED_BEFORE_A_KILL = 400;
/** Two batches of a lifecycle sweep: the process is killed after the first. */
const EXPIRED = 600;
const BATCH = 500;
const DAY_MS = 86_400_000;

let env: Record<string, string> & { DATA_DIR: string };
let system: SpawnedSystem;
const start = async (): Promise<void> => {
  system = await SpawnedSystem.startStandalone(env);
};

beforeAll(async () => {
  const settings = { DEFAULT_PLAN: 'enterprise', LIFECYCLE_SWEEP_SECONDS: '0.2', LIFECYCLE_LEASE_SECONDS: '1' };
  env = {
    ...deploymentSecrets(),
    ...settings,
    JWT_PRIVATE_KEY: newRsaSigningKey(),
    DATA_DIR: await newDataDir(),
    PORT: String(await freePort()),
  };
  await start();
});
afterAll(async () => {
  await system.end('SIGKILL');
  await rm(env.DATA_DIR, { recursive: true, force: true });
});

lifecycleRules(() => system.base);
largestRequestRules(() => system.base);
killedAgentRules({ base: () => system.base, kill: () => system.end('SIGKILL'), start });

test('a standalone that is killed while it captures, learns and sweeps loses nothing and repeats nothing', async () => {
  const organization = await OrganizationFixture.create(system.base);
  const accepted = new Set<string>();
  let policyId = '';
  for (let kill = 1; kill <= KILLS; kill += 1) {
    if (kill > 1) await start();
    if (kill === KILLS) await learnExpired(organization);
    const stream = EventStream.start(system.api, `run-${String(kill)}`);
    await eventually(() => stream.accepted.size >= ACCEPTED_BEFORE_A_KILL / 2, WITHIN);
    await system.api.post('/v1/learn', {});
    await eventually(() => stream.accepted.size >= ACCEPTED_BEFORE_A_KILL, WITHIN);
    if (kill === KILLS) policyId = await waitForSweepToBegin(organization);
    await system.end('SIGKILL');
    await stream.close();
    for (const id of stream.accepted) accepted.add(id);
  }

  await start();
  const stored = await storedEvents(system.api);
  const distinct = new Set(stored);
  expect(distinct.size).toBe(stored.length);
  expect([...accepted].filter((id) => !distinct.has(id))).toEqual([]);
  expect(await system.api.learn()).toMatchObject({ status: 'completed' });
  const { totals } = await system.api.call(getUsageMetrics);
  // The text of each event is unique, so each becomes exactly one memory.
  expect(totals).toMatchObject({ events: stored.length, memories: stored.length });

  await expectExpiredDeletedOnce(organization, policyId);
  await system.end('SIGTERM');
  expect(system.process.exitCode).toBe(0);
}, 600_000);

/** Gives the tenant `EXPIRED` memories that are older than a year, and one that is new. */
async function learnExpired(organization: OrganizationFixture): Promise<void> {
  const { user } = organization.tenant;
  const metadata = { occurredAt: new Date(Date.now() - 400 * DAY_MS).toISOString() };
  for (let from = 0; from < EXPIRED; from += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, EXPIRED - from) }, (_, n) => {
      const bay = String(from + n);
      return messageEvent(`Parcel ${bay} waited at the depot in bay ${bay}.`, metadata, `s${bay.slice(-1)}`);
    });
    await user.call(captureBatch, { body: { events } });
  }
  await organization.learn({ content: 'The regatta closes the harbour on Sunday' });
  expect((await user.call(listMemories, { query: { limit: 1 } })).pagination.total).toBe(EXPIRED + 1);
}

/** Creates a policy that deletes data older than a year, and waits for its first batch. Returns the id of the policy. */
async function waitForSweepToBegin({ tenant: { user }, orgId }: OrganizationFixture): Promise<string> {
  const body = { name: 'A year', deleteAfterDays: 365 };
  const { id } = await user.call(createLifecyclePolicy, { params: { orgId }, body });
  const left = await eventually(async () => {
    const count = await countEvents(user);
    return count <= EXPIRED ? count : undefined;
  }, WITHIN);
  expect(left).toBeGreaterThan(1);
  return id;
}

async function expectExpiredDeletedOnce(organization: OrganizationFixture, policyId: string): Promise<void> {
  const { user } = organization.tenant;
  await eventually(async () => (await countEvents(user)) === 1, WITHIN);
  await eventually(async () => (await user.call(listMemories)).pagination.total === 1, WITHIN);
  const parcels = () => synthesizedText(user, 'Which parcel waits in which bay of the depot?');
  await eventually(async () => !(await parcels()).includes('Parcel'), WITHIN);
  expect(await synthesizedText(user, 'What closes the harbour?')).toContain('regatta');

  const { orgId } = organization;
  await eventually(async () => {
    const query = { action: 'memory.delete', limit: 1 };
    return (await user.call(listAudit, { params: { orgId }, query })).pagination.total >= EXPIRED;
  }, WITHIN);
  const deletions = await audited(organization, 'memory.delete');
  expect(deletions).toHaveLength(EXPIRED);
  expect(new Set(deletions.map(({ resourceId }) => resourceId)).size).toBe(EXPIRED);
  const batches = await audited(organization, 'event.delete');
  const ids = batches.flatMap(({ changes }) => (changes?.before as { ids: string[] } | undefined)?.ids ?? []);
  expect(ids).toHaveLength(EXPIRED);
  expect(new Set(ids).size).toBe(EXPIRED);
  expect(await user.call(previewLifecyclePolicy, { params: { orgId, policyId } })).toMatchObject({
    delete: { memories: 0, events: 0 },
  });
}

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
