import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import {
  previewMemories,
  queueLearning,
  readJobFigures,
  readLearnJob,
  sweepMemories,
} from '@strata/contracts/calls/learn';
import { readPolicyFacts, recordAccesses, recordAudit } from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { getArtifact, listArtifacts } from '@strata/contracts/operations/artifacts';
import { deleteMemory, getMemory, listMemories, restoreMemory } from '@strata/contracts/operations/memories';
import type { LifecycleFacts } from '@strata/contracts/policies/lifecycle-rules';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Memory } from '@strata/contracts/schemas/memory';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { createDatabase } from '@strata/platform/database/create-database';
import type { Database } from '@strata/platform/database/database';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabases } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import type { z } from 'zod';
import { LEARN_SCHEMA } from '../src/adapters/learn-schema.ts';
import { createPgKnowledgeStore } from '../src/adapters/pg-knowledge-store.ts';
import { createLearnCompiler } from '../src/app.ts';
import { learnConfigSchema } from '../src/config.ts';
import type { OwnedArtifact } from '../src/learning/knowledge-store.ts';
import { FakeNeighbours } from './fake-neighbours.ts';
import { supportSessions } from './support-sessions.ts';

type Policy = LifecycleFacts['organizations'][number]['policies'][number];
type Told = z.output<typeof recordAudit.payload>['entries'][number];

const DAY_MS = 86_400_000;
/** When `supportSessions` happened. */
const HAPPENED = Date.parse('2026-05-08T10:00:00.000Z');
const daysLater = (days: number): string => new Date(HAPPENED + days * DAY_MS).toISOString();

const tenant = (): RequestContext => systemContext({ tenantId: newId('ten'), environment: 'live' }, newId('req'));
const policy = (change: Partial<Policy>): Policy => ({
  ...{ id: 'lcp_1', scope: '*:*', retentionDays: null, archiveAfterDays: null, deleteAfterDays: null },
  ...change,
});
const factsOf = (...policies: Policy[]): LifecycleFacts => ({
  organizations: [{ id: 'org_1', namespaceIds: [], agentIds: [], policies }],
});

describeOnDatabases('The lifecycle of memories', (backend) => {
  const bus = createInProcessBus();
  const neighbours = new FakeNeighbours();
  const told = new Map<string, Told[]>();
  let now = new Date(daysLater(1));
  let host: Closeable;
  let database: Database;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      const { connection } = stack.use(await backend.start());
      stack.use(bus);
      await neighbours.serve(bus);
      await bus.serve(readPolicyFacts, () => Promise.resolve({ version: '1', facts: { organizations: [] } }));
      await bus.consume(recordAccesses, () => Promise.resolve());
      await bus.consume(recordAudit, (deliveries) => {
        for (const { payload, context } of deliveries)
          told.set(context.scope.tenantId, [...(told.get(context.scope.tenantId) ?? []), ...payload.entries]);
        return Promise.resolve();
      });
      const metrics = createMetrics({ service: 'learn' });
      const clock = { now: () => now };
      const config = learnConfigSchema.parse({ LEARN_POLL_MS: 50, LEARN_RETRY_SECONDS: 0.05 });
      stack.use(await createLearnCompiler(config, { bus, connection, logger: silentLogger, metrics, clock }));
      const { schema, role } = LEARN_SCHEMA;
      database = stack.use(
        createDatabase({
          ...{ connection, schema, role, max: 2, logger: silentLogger },
          metrics: createMetrics({ service: 'test' }),
        }),
      );
      return stack;
    });
  });
  afterAll(() => host.close());

  async function learn(context: RequestContext, events: readonly ClaimedEvent[] = []): Promise<void> {
    neighbours.addEvents(context.scope, events);
    const jobId = newId('lrn');
    await bus.send(queueLearning, { jobId, request: {}, requestedAt: now.toISOString() }, context);
    await eventually(async () => (await bus.call(readLearnJob, { jobId }, context)).status === 'completed');
  }
  /** Until nothing is to be done any more, as the sweeper does it. */
  async function sweep(context: RequestContext, facts: LifecycleFacts, at: string, limit = 500) {
    const total = { restored: 0, deleted: 0, archived: 0, withdrawn: 0 };
    for (;;) {
      const { isDone, ...steps } = await bus.call(sweepMemories, { facts, now: at, limit }, context);
      for (const step of Object.keys(total) as (keyof typeof total)[]) total[step] += steps[step];
      if (isDone) return total;
    }
  }
  const settled = (context: RequestContext) =>
    eventually(async () => {
      const { waiting, active } = await bus.call(readJobFigures, {}, context);
      return waiting + active === 0;
    });
  const memories = async (context: RequestContext, query: Record<string, unknown> = {}): Promise<Memory[]> =>
    (await bus.call(operationCall(listMemories), { params: {}, query: { limit: 100, ...query } }, context)).items;
  const artifacts = async (context: RequestContext): Promise<Artifact[]> =>
    (await bus.call(operationCall(listArtifacts), { params: {}, query: { limit: 100 } }, context)).items;
  const preview = (context: RequestContext, facts: LifecycleFacts, at: string, policyId = 'lcp_1', most = 1000) =>
    bus.call(previewMemories, { facts, policyId, now: at, most }, context);
  const actions = (context: RequestContext) => (told.get(context.scope.tenantId) ?? []).map(({ action }) => action);
  const read = (context: RequestContext, id: string) =>
    bus.call(operationCall(getMemory), { params: { id }, query: {} }, context);

  const said = (content: string, day: number, change: Partial<ClaimedEvent> = {}): ClaimedEvent => ({
    ...{ id: newId('evt'), type: 'message', sessionId: 'talk', agentId: 'ops', namespaceId: null, tags: [] },
    ...{ payload: { role: 'Maya', content }, occurredAt: daysLater(day), occurredAtGiven: true, seq: ++places },
    ...change,
  });
  let places = 1_000_000;

  describe('archiving', () => {
    test('what is due leaves lists and index, is shown by its id, and is on record', async () => {
      const context = tenant();
      await learn(context, [said('The ferry leaves at noon from pier 4', 0), said('The depot is at quay 9', 5)]);
      expect(await sweep(context, factsOf(policy({ archiveAfterDays: 10 })), daysLater(12))).toMatchObject({
        ...{ archived: 1, deleted: 0, restored: 0 },
      });
      const [archived, ...others] = await memories(context, { archived: 'true' });
      expect(others).toEqual([]);
      expect(archived?.content).toContain('pier 4');
      expect(archived?.archivedAt).toBe(daysLater(12));
      expect((await memories(context)).map(({ archivedAt }) => archivedAt)).toEqual([null]);
      expect((await read(context, String(archived?.id))).archivedAt).toBe(daysLater(12));
      expect(neighbours.indexed(context.scope).has(String(archived?.id))).toBe(false);
      expect(neighbours.indexed(context.scope).size).toBe(1);
      const entries = await eventually(() => told.get(context.scope.tenantId));
      expect(entries).toMatchObject([
        {
          ...{ action: 'memory.archive', resourceId: archived?.id, outcome: 'success' },
          changes: {
            before: { archivedAt: null },
            after: { archivedAt: daysLater(12) },
            reason: 'Lifecycle policy lcp_1',
          },
        },
      ]);
    });

    test('the more specific scope decides alone', async () => {
      const context = tenant();
      await learn(context, [
        said('The ferry leaves at noon', 0),
        said('The depot is at quay 9', 0, { agentId: 'yard' }),
      ]);
      const facts = factsOf(
        policy({ archiveAfterDays: 1 }),
        policy({ id: 'lcp_2', scope: 'agent:yard', retentionDays: 5 }),
      );
      await sweep(context, facts, daysLater(400));
      expect((await memories(context)).map(({ agentId }) => agentId)).toEqual(['yard']);
      expect((await memories(context, { archived: 'true' })).map(({ agentId }) => agentId)).toEqual(['ops']);
    });

    test('newer evidence brings a memory back, older does not', async () => {
      const context = tenant();
      const words = 'The ferry leaves at noon from pier 4';
      await learn(context, [said(words, 0)]);
      const facts = factsOf(policy({ archiveAfterDays: 10 }));
      await sweep(context, facts, daysLater(12));
      await learn(context, [said(words, -1)]);
      expect(await memories(context)).toEqual([]);
      await learn(context, [said(words, 11)]);
      const [back] = await memories(context);
      expect(neighbours.indexed(context.scope).has(String(back?.id))).toBe(true);
      expect(await sweep(context, facts, daysLater(12))).toMatchObject({ archived: 0 });
      await eventually(() => actions(context).includes('memory.restore'));
    });

    test('what no policy archives any more comes back with the next sweep', async () => {
      const context = tenant();
      await learn(context, [said('The ferry leaves at noon from pier 4', 0)]);
      await sweep(context, factsOf(policy({ archiveAfterDays: 10 })), daysLater(12));
      expect(await sweep(context, factsOf(policy({ archiveAfterDays: 30 })), daysLater(12))).toMatchObject({
        restored: 1,
      });
      await sweep(context, factsOf(policy({ archiveAfterDays: 10 })), daysLater(12));
      expect(await sweep(context, factsOf(), daysLater(13))).toMatchObject({ restored: 1 });
      expect((await memories(context)).map(({ archivedAt }) => archivedAt)).toEqual([null]);
    });

    test('what is restored by hand is found again, and its age counts from then', async () => {
      const context = tenant();
      await learn(context, [said('The ferry leaves at noon from pier 4', 0)]);
      const facts = factsOf(policy({ archiveAfterDays: 10 }));
      await sweep(context, facts, daysLater(12));
      const [archived] = await memories(context, { archived: 'true' });
      const id = String(archived?.id);
      now = new Date(daysLater(20));
      const restore = () => bus.call(operationCall(restoreMemory), { params: { id }, query: {} }, context);
      expect(await restore()).toMatchObject({ id, archivedAt: null });
      expect(neighbours.indexed(context.scope).has(id)).toBe(true);
      expect(await restore()).toMatchObject({ id, archivedAt: null });
      expect(await sweep(context, facts, daysLater(29))).toMatchObject({ archived: 0 });
      expect(await sweep(context, facts, daysLater(30))).toMatchObject({ archived: 1 });
      await eventually(() => actions(context).filter((action) => action === 'memory.restore').length === 1);
    });
  });

  describe('deleting', () => {
    test('what is past deletion is gone, stays gone, and leaves a tombstone without its content', async () => {
      const context = tenant();
      const events = [said('The ferry leaves at noon from pier 4', 0), said('The depot is at quay 9', 5)];
      await learn(context, events);
      const [kept, gone] = await memories(context);
      expect(await sweep(context, factsOf(policy({ deleteAfterDays: 10 })), daysLater(12))).toMatchObject({
        deleted: 1,
      });
      await expect(read(context, String(gone?.id))).rejects.toMatchObject({ code: 'not_found' });
      neighbours.forgetLearned(context.scope);
      await learn(context);
      expect((await memories(context)).map(({ id }) => id)).toEqual([kept?.id]);
      await eventually(() => !neighbours.indexed(context.scope).has(String(gone?.id)));
      const [entry] = await eventually(() => told.get(context.scope.tenantId));
      expect(entry).toMatchObject({
        ...{ action: 'memory.delete', resourceId: gone?.id },
        changes: {
          before: { kind: gone?.kind, namespaceId: null, agentId: 'ops', createdAt: gone?.createdAt },
          ...{ after: null, reason: 'Lifecycle policy lcp_1' },
        },
      });
      expect(JSON.stringify(entry)).not.toContain('pier');
    });

    test('0 days take everything that has happened, in batches, and nothing that has not', async () => {
      const context = tenant();
      await learn(context, [
        ...Array.from({ length: 7 }, (_, n) => said(`The crane of berth ${String(n)} was greased`, 0)),
        said('The regatta closes the harbour', 3),
      ]);
      const facts = factsOf(policy({ deleteAfterDays: 0 }));
      expect(await sweep(context, facts, daysLater(0), 2)).toMatchObject({ deleted: 7 });
      expect((await memories(context)).map(({ content }) => content)).toEqual([expect.stringContaining('regatta')]);
    });

    test('two sweeps at once do each thing once', async () => {
      const context = tenant();
      const events = Array.from({ length: 60 }, (_, n) =>
        said(`The crane of berth ${String(n)} was greased`, n % 2 ? 0 : 8),
      );
      await learn(context, events);
      const facts = factsOf(policy({ archiveAfterDays: 2, deleteAfterDays: 10 }));
      const both = await Promise.all([1, 2, 3].map(() => sweep(context, facts, daysLater(11), 7)));
      expect(both.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(30);
      expect(both.reduce((sum, { archived }) => sum + archived, 0)).toBe(30);
      const entries = await eventually(() => {
        const all = told.get(context.scope.tenantId) ?? [];
        return all.length >= 60 ? all : undefined;
      });
      expect(new Set(entries.map(({ resourceId }) => resourceId)).size).toBe(60);
      expect(entries).toHaveLength(60);
    });
  });

  describe('artifacts', () => {
    const oldAndNew = (): ClaimedEvent[] => [
      ...supportSessions('support', 0, 12),
      ...supportSessions('support', 20, 12).map((event) => ({ ...event, occurredAt: daysLater(20) })),
    ];
    const facts = factsOf(policy({ deleteAfterDays: 10 }));

    test('are compiled from what is left: none cites or quotes what was deleted', async () => {
      const context = tenant();
      const events = oldAndNew();
      await learn(context, events);
      const before = await artifacts(context);
      const gone = new Set(events.filter(({ occurredAt }) => occurredAt === daysLater(0)).map(({ id }) => id));
      expect(before.some(({ sourceEvents }) => sourceEvents.some((id) => gone.has(id)))).toBe(true);
      expect((await sweep(context, facts, daysLater(21))).withdrawn).toBeGreaterThan(0);
      await settled(context);
      const after = await artifacts(context);
      expect(after.length).toBeGreaterThan(0);
      for (const { sourceEvents, isActive } of after) {
        expect(isActive).toBe(true);
        expect(sourceEvents.filter((id) => gone.has(id))).toEqual([]);
      }
      const alone = tenant();
      await learn(
        alone,
        events.filter(({ id }) => !gone.has(id)),
      );
      const contents = (all: Artifact[]) => all.map(({ content }) => JSON.stringify(content)).sort();
      expect(contents(after)).toEqual(contents(await artifacts(alone)));
    });

    test('are out of sight from the moment that a source is gone', async () => {
      const context = tenant();
      await learn(context, oldAndNew());
      const before = await artifacts(context);
      // Nothing is compiled while another job holds the events.
      neighbours.claimFailures = Number.POSITIVE_INFINITY;
      try {
        await sweep(context, facts, daysLater(21));
        const shown = new Set((await artifacts(context)).map(({ id }) => id));
        expect(before.filter(({ id }) => !shown.has(id) && neighbours.indexed(context.scope).has(id))).toEqual([]);
        const hidden = before.filter(({ id }) => !shown.has(id));
        expect(hidden.length).toBeGreaterThan(0);
        for (const { id } of hidden)
          await expect(
            bus.call(operationCall(getArtifact), { params: { id }, query: {} }, context),
          ).rejects.toMatchObject({ code: 'not_found' });
      } finally {
        neighbours.claimFailures = 0;
      }
      await settled(context);
      await eventually(async () =>
        (await artifacts(context)).every(({ id }) => neighbours.indexed(context.scope).has(id)),
      );
    });

    test('that stand on nothing are deleted, with a tombstone each', async () => {
      const context = tenant();
      await learn(context, supportSessions());
      const before = await artifacts(context);
      expect(before.length).toBeGreaterThan(0);
      await sweep(context, facts, daysLater(21));
      await settled(context);
      expect(await artifacts(context)).toEqual([]);
      expect(await rows('select id from artifacts', context)).toEqual([]);
      expect(await rows('select 1 from steps', context)).toEqual([]);
      expect(await rows('select 1 from artifact_memories', context)).toEqual([]);
      const deleted = await eventually(() => {
        const of = (told.get(context.scope.tenantId) ?? []).filter(({ action }) => action === 'artifact.delete');
        return of.length >= before.length ? of : undefined;
      });
      expect(deleted.map(({ resourceId }) => resourceId).sort()).toEqual(before.map(({ id }) => id).sort());
    });

    test('are not stored when they were compiled from something that has been deleted since', async () => {
      const compiled = async (between: (context: RequestContext) => Promise<unknown>): Promise<unknown[]> => {
        const context = tenant();
        const store = createPgKnowledgeStore(database, () => Promise.resolve());
        const owner = { agentId: 'ops', namespaceId: null };
        const step = { eventId: newId('evt'), seq: ++places, at: daysLater(0), kind: 'message' } as const;
        await store.savePage(context.scope, [{ owner, sessionId: 'talk', part: 0, step }], []);
        const [changed] = await store.changedScopes(context.scope, undefined);
        if (changed === undefined) throw new Error('The scope has not changed');
        await between(context);
        await store.saveCompiled(
          context.scope,
          changed,
          { artifacts: [restingOn(step.eventId)], memories: [] },
          undefined,
        );
        return rows('select id from artifacts', context);
      };
      expect(await compiled(() => Promise.resolve())).toHaveLength(1);
      expect(await compiled((context) => sweep(context, facts, daysLater(21)))).toEqual([]);
    });

    test('of a memory that is deleted by hand are compiled without its events', async () => {
      const context = tenant();
      await learn(context, supportSessions());
      const source = (await artifacts(context)).find(({ sourceMemories }) => sourceMemories.length > 0);
      const id = String(source?.sourceMemories[0]);
      const { sourceEvents } = await read(context, id);
      await bus.call(operationCall(deleteMemory), { params: { id }, query: {} }, context);
      const cited = (all: Artifact[]) => all.flatMap((artifact) => artifact.sourceEvents);
      expect(cited(await artifacts(context)).filter((event) => sourceEvents.includes(event))).toEqual([]);
      neighbours.forgetLearned(context.scope);
      await learn(context);
      await settled(context);
      expect((await artifacts(context)).length).toBeGreaterThan(0);
      expect(cited(await artifacts(context)).filter((event) => sourceEvents.includes(event))).toEqual([]);
    });
  });

  describe('a preview', () => {
    test('says what the sweep then does, and changes nothing', async () => {
      const context = tenant();
      await learn(context, [
        ...supportSessions(),
        ...supportSessions('support', 20, 12).map((event) => ({ ...event, occurredAt: daysLater(20) })),
        said('The ferry leaves at noon from pier 4', 0),
        said('The depot is at quay 9', 25),
      ]);
      const facts = factsOf(
        policy({ archiveAfterDays: 5, deleteAfterDays: 10 }),
        policy({ id: 'lcp_2', scope: 'agent:ops', archiveAfterDays: 3 }),
      );
      const of = {
        first: await preview(context, facts, daysLater(28)),
        second: await preview(context, facts, daysLater(28), 'lcp_2'),
      };
      expect(of.second).toMatchObject({
        archive: { count: 2 },
        delete: { count: 0, samples: [] },
        artifacts: { count: 0 },
      });
      expect(await preview(context, facts, daysLater(28))).toEqual(of.first);
      expect(of.first.delete.samples).toHaveLength(Math.min(10, of.first.delete.count));
      const swept = await sweep(context, facts, daysLater(28));
      expect(swept).toEqual({
        restored: 0,
        archived: of.first.archive.count + of.second.archive.count,
        deleted: of.first.delete.count,
        withdrawn: of.first.artifacts.count,
      });
      expect(of.first.archive.count).toBeGreaterThan(0);
      expect(of.first.delete.count).toBeGreaterThan(0);
      expect(of.first.artifacts.count).toBeGreaterThan(0);
      await settled(context);
    });

    test('stops counting, and says so', async () => {
      const context = tenant();
      await learn(
        context,
        Array.from({ length: 5 }, (_, n) => said(`The crane of berth ${String(n)} was greased`, 0)),
      );
      const facts = factsOf(policy({ archiveAfterDays: 1 }));
      const { archive } = await preview(context, facts, daysLater(2), 'lcp_1', 3);
      expect(archive).toMatchObject({ count: 3, isTruncated: true });
    });
  });

  const rows = (sql: string, { scope }: RequestContext): Promise<unknown[]> =>
    database.inTenant(scope, (tx) => tx.query(sql));
});

/** A pattern that was compiled from one event. */
const restingOn = (eventId: string): OwnedArtifact => ({
  ...{ id: newId('art'), tokenCount: 1 },
  draft: {
    ...{ key: 'a pattern', type: 'causal_pattern', title: 'A pattern', confidence: 1, tags: [], sourceSessions: 1 },
    content: { cause: 'a', effect: 'b', support: 1, confidence: 1, lift: 1, pValue: 0, counterExamples: 0 },
    ...{ sourceEvents: [eventId], evidence: [eventId] },
  },
});
