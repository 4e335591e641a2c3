import { describe, expect, test } from '@jest/globals';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { operationCall } from '@strata/contracts/operation';
import { getArtifact } from '@strata/contracts/operations/artifacts';
import { deleteMemory } from '@strata/contracts/operations/memories';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createPgKnowledgeStore } from '../src/adapters/pg-knowledge-store.ts';
import { aPattern, NOTHING_OF_SESSIONS } from './compiled-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';
import { tenant } from './learn-fixture.ts';
import { daysLater, factsOf, lifecycleFixture, policy } from './lifecycle-fixture.ts';

describeOnDatabase('After a deletion', (backend) => {
  const fixture = lifecycleFixture(backend);
  const { bus, neighbours, learn, sweep, allJobsDone, artifacts, preview, read, message, rows } = fixture;

  describe('artifacts', () => {
    const oldAndNew = (): ClaimedEvent[] => [
      ...supportEvents('support', 0, 12),
      ...supportEvents('support', 20, 12).map((event) => ({ ...event, occurredAt: daysLater(20) })),
    ];
    const facts = factsOf(policy({ deleteAfterDays: 10 }));

    test('are compiled from the remaining events, and neither cite nor quote deleted ones', async () => {
      const context = tenant();
      const events = oldAndNew();
      await learn(context, events);
      const before = await artifacts(context);
      const gone = new Set(events.filter(({ occurredAt }) => occurredAt === daysLater(0)).map(({ id }) => id));
      expect(before.some(({ sourceEvents }) => sourceEvents.some((id) => gone.has(id)))).toBe(true);
      expect((await sweep(context, facts, daysLater(21))).withdrawn).toBeGreaterThan(0);
      await allJobsDone(context);
      const after = await artifacts(context);
      expect(after.length).toBeGreaterThan(0);
      for (const { sourceEvents, isActive } of after) {
        expect(isActive).toBe(true);
        expect(sourceEvents.filter((id) => gone.has(id))).toEqual([]);
      }
      const other = tenant();
      await learn(
        other,
        events.filter(({ id }) => !gone.has(id)),
      );
      const contents = (all: Artifact[]) => all.map(({ content }) => JSON.stringify(content)).sort();
      expect(contents(after)).toEqual(contents(await artifacts(other)));
    });

    test('are hidden as soon as a source is deleted', async () => {
      const context = tenant();
      await learn(context, oldAndNew());
      const before = await artifacts(context);
      // Nothing is compiled while events cannot be claimed.
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
      await allJobsDone(context);
      await eventually(async () =>
        (await artifacts(context)).every(({ id }) => neighbours.indexed(context.scope).has(id)),
      );
    });

    test('without remaining evidence are deleted, each with a tombstone', async () => {
      const context = tenant();
      await learn(context, supportEvents());
      const before = await artifacts(context);
      expect(before.length).toBeGreaterThan(0);
      await sweep(context, facts, daysLater(21));
      await allJobsDone(context);
      expect(await artifacts(context)).toEqual([]);
      expect(await rows('select id from artifacts', context)).toEqual([]);
      expect(await rows('select 1 from steps', context)).toEqual([]);
      expect(await rows('select 1 from artifact_memories', context)).toEqual([]);
      const deleted = await eventually(() => {
        const of = fixture.auditOf(context).filter(({ action }) => action === 'artifact.delete');
        return of.length >= before.length ? of : undefined;
      });
      expect(deleted.map(({ resourceId }) => resourceId).sort()).toEqual(before.map(({ id }) => id).sort());
    });

    test('are not stored if they were compiled from something that was deleted meanwhile', async () => {
      const compiled = async (between: (context: RequestContext) => Promise<unknown>): Promise<unknown[]> => {
        const context = tenant();
        const store = createPgKnowledgeStore(fixture.database(), () => Promise.resolve());
        const owner = { agentId: 'ops', namespaceId: null };
        const step = { eventId: newId('evt'), seq: fixture.nextSeq(), at: daysLater(0), kind: 'message' } as const;
        await store.savePage(context.scope, [{ place: owner, sessionId: 'talk', part: 0, step }], []);
        const [changed] = await store.changedScopes(context.scope, undefined);
        if (changed === undefined) throw new Error('The scope has not changed');
        await between(context);
        await store.saveCompiled(
          context.scope,
          changed,
          { kept: [], changed: [aPattern(step.eventId)], cited: [], memories: [], summaries: NOTHING_OF_SESSIONS },
          undefined,
        );
        return rows('select id from artifacts', context);
      };
      expect(await compiled(() => Promise.resolve())).toHaveLength(1);
      expect(await compiled((context) => sweep(context, facts, daysLater(21)))).toEqual([]);
    });

    test('are compiled without the events of a memory that was deleted on request', async () => {
      const context = tenant();
      await learn(context, supportEvents());
      const source = (await artifacts(context)).find(({ sourceMemories }) => sourceMemories.length > 0);
      const id = String(source?.sourceMemories[0]);
      const { sourceEvents } = await read(context, id);
      await bus.call(operationCall(deleteMemory), { params: { id }, query: {} }, context);
      const cited = (all: Artifact[]) => all.flatMap((artifact) => artifact.sourceEvents);
      expect(cited(await artifacts(context)).filter((event) => sourceEvents.includes(event))).toEqual([]);
      neighbours.forgetLearned(context.scope);
      await learn(context);
      await allJobsDone(context);
      expect((await artifacts(context)).length).toBeGreaterThan(0);
      expect(cited(await artifacts(context)).filter((event) => sourceEvents.includes(event))).toEqual([]);
    });
  });

  describe('A lifecycle preview', () => {
    test('predicts what the sweep does, and changes nothing', async () => {
      const context = tenant();
      await learn(context, [
        ...supportEvents(),
        ...supportEvents('support', 20, 12).map((event) => ({ ...event, occurredAt: daysLater(20) })),
        message('The ferry leaves at noon from pier 4', 0),
        message('The depot is at quay 9', 25),
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
      await allJobsDone(context);
    });

    test('stops counting at the limit, and says so', async () => {
      const context = tenant();
      await learn(
        context,
        Array.from({ length: 5 }, (_, n) => message(`The crane of berth ${String(n)} was greased`, 0)),
      );
      const facts = factsOf(policy({ archiveAfterDays: 1 }));
      const { archive } = await preview(context, facts, daysLater(2), 'lcp_1', 3);
      expect(archive).toMatchObject({ count: 3, isTruncated: true });
    });
  });
});
