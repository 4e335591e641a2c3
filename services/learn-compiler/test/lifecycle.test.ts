import { describe, expect, test } from '@jest/globals';
import { operationCall } from '@strata/contracts/operation';
import { restoreMemory } from '@strata/contracts/operations/memories';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';

import { daysLater, factsOf, lifecycleFixture, policy, tenant } from './lifecycle-fixture.ts';

describeOnDatabase('The lifecycle of memories', (backend) => {
  const { bus, neighbours, told, learn, sweep, memories, actions, read, said, moveTo } = lifecycleFixture(backend);

  describe('archiving', () => {
    test('what is due leaves lists and index, is shown by its id, and is on record', async () => {
      const context = tenant();
      await learn(context, [said('The ferry leaves at noon from pier 4', 0), said('The depot is at quay 9', 5)]);
      expect(await sweep(context, factsOf(policy({ archiveAfterDays: 10 })), daysLater(12))).toMatchObject({
        archived: 1,
        deleted: 0,
        restored: 0,
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
          action: 'memory.archive',
          resourceId: archived?.id,
          outcome: 'success',
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
      moveTo(daysLater(20));
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
        action: 'memory.delete',
        resourceId: gone?.id,
        changes: {
          before: { kind: gone?.kind, namespaceId: null, agentId: 'ops', createdAt: gone?.createdAt },
          after: null,
          reason: 'Lifecycle policy lcp_1',
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
});
