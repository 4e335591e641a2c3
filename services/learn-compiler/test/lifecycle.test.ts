import { describe, expect, test } from '@jest/globals';
import { operationCall } from '@strata/contracts/operation';
import { restoreMemory } from '@strata/contracts/operations/memories';
import type { RequestContext } from '@strata/kernel/actor';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { tenant } from './learn-fixture.ts';
import { daysLater, factsOf, lifecycleFixture, policy } from './lifecycle-fixture.ts';

describeOnDatabase('The lifecycle of memories', (backend) => {
  const { bus, neighbours, learn, sweep, memories, auditOf, read, message, setClock } = lifecycleFixture(backend);
  const auditedActions = (context: RequestContext) => auditOf(context).map(({ action }) => action);

  describe('An archived memory', () => {
    test('leaves the lists and the index, can be read by its id, and is in the audit log', async () => {
      const context = tenant();
      await learn(context, [message('The ferry leaves at noon from pier 4', 0), message('The depot is at quay 9', 5)]);
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
      const entries = await eventually(() => auditOf(context).length > 0 && auditOf(context));
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

    test('is archived by the policy with the most specific scope', async () => {
      const context = tenant();
      await learn(context, [
        message('The ferry leaves at noon', 0),
        message('The depot is at quay 9', 0, { agentId: 'yard' }),
      ]);
      const facts = factsOf(
        policy({ archiveAfterDays: 1 }),
        policy({ id: 'lcp_2', scope: 'agent:yard', retentionDays: 5 }),
      );
      await sweep(context, facts, daysLater(400));
      expect((await memories(context)).map(({ agentId }) => agentId)).toEqual(['yard']);
      expect((await memories(context, { archived: 'true' })).map(({ agentId }) => agentId)).toEqual(['ops']);
    });

    test('comes back with newer evidence, but not with older', async () => {
      const context = tenant();
      const words = 'The ferry leaves at noon from pier 4';
      await learn(context, [message(words, 0)]);
      const facts = factsOf(policy({ archiveAfterDays: 10 }));
      await sweep(context, facts, daysLater(12));
      await learn(context, [message(words, -1)]);
      expect(await memories(context)).toEqual([]);
      await learn(context, [message(words, 11)]);
      const [back] = await memories(context);
      expect(neighbours.indexed(context.scope).has(String(back?.id))).toBe(true);
      expect(await sweep(context, facts, daysLater(12))).toMatchObject({ archived: 0 });
      await eventually(() => auditedActions(context).includes('memory.restore'));
    });

    test('comes back with the next sweep if no policy archives it any more', async () => {
      const context = tenant();
      await learn(context, [message('The ferry leaves at noon from pier 4', 0)]);
      await sweep(context, factsOf(policy({ archiveAfterDays: 10 })), daysLater(12));
      expect(await sweep(context, factsOf(policy({ archiveAfterDays: 30 })), daysLater(12))).toMatchObject({
        restored: 1,
      });
      await sweep(context, factsOf(policy({ archiveAfterDays: 10 })), daysLater(12));
      expect(await sweep(context, factsOf(), daysLater(13))).toMatchObject({ restored: 1 });
      expect((await memories(context)).map(({ archivedAt }) => archivedAt)).toEqual([null]);
    });

    test('is in the index again after a restore request, and its age counts from then', async () => {
      const context = tenant();
      await learn(context, [message('The ferry leaves at noon from pier 4', 0)]);
      const facts = factsOf(policy({ archiveAfterDays: 10 }));
      await sweep(context, facts, daysLater(12));
      const [archived] = await memories(context, { archived: 'true' });
      const id = String(archived?.id);
      setClock(daysLater(20));
      const restore = () => bus.call(operationCall(restoreMemory), { params: { id }, query: {} }, context);
      expect(await restore()).toMatchObject({ id, archivedAt: null });
      expect(neighbours.indexed(context.scope).has(id)).toBe(true);
      expect(await restore()).toMatchObject({ id, archivedAt: null });
      expect(await sweep(context, facts, daysLater(29))).toMatchObject({ archived: 0 });
      expect(await sweep(context, facts, daysLater(30))).toMatchObject({ archived: 1 });
      await eventually(() => auditedActions(context).filter((action) => action === 'memory.restore').length === 1);
    });
  });

  describe('Deletion', () => {
    test('is permanent, and leaves a tombstone without content', async () => {
      const context = tenant();
      const events = [message('The ferry leaves at noon from pier 4', 0), message('The depot is at quay 9', 5)];
      await learn(context, events);
      const [kept, deleted] = await memories(context);
      expect(await sweep(context, factsOf(policy({ deleteAfterDays: 10 })), daysLater(12))).toMatchObject({
        deleted: 1,
      });
      await expect(read(context, String(deleted?.id))).rejects.toMatchObject({ code: 'not_found' });
      neighbours.forgetLearned(context.scope);
      await learn(context);
      expect((await memories(context)).map(({ id }) => id)).toEqual([kept?.id]);
      await eventually(() => !neighbours.indexed(context.scope).has(String(deleted?.id)));
      const [entry] = await eventually(() => auditOf(context).length > 0 && auditOf(context));
      expect(entry).toMatchObject({
        action: 'memory.delete',
        resourceId: deleted?.id,
        changes: {
          before: { kind: deleted?.kind, namespaceId: null, agentId: 'ops', createdAt: deleted?.createdAt },
          after: null,
          reason: 'Lifecycle policy lcp_1',
        },
      });
      expect(JSON.stringify(entry)).not.toContain('pier');
    });

    test('after 0 days deletes everything that has happened, in batches, and nothing in the future', async () => {
      const context = tenant();
      await learn(context, [
        ...Array.from({ length: 7 }, (_, n) => message(`The crane of berth ${String(n)} was greased`, 0)),
        message('The regatta closes the harbour', 3),
      ]);
      const facts = factsOf(policy({ deleteAfterDays: 0 }));
      expect(await sweep(context, facts, daysLater(0), 2)).toMatchObject({ deleted: 7 });
      expect((await memories(context)).map(({ content }) => content)).toEqual([expect.stringContaining('regatta')]);
    });

    test('happens once, and archiving too, when sweeps run at the same time', async () => {
      const context = tenant();
      const events = Array.from({ length: 60 }, (_, n) =>
        message(`The crane of berth ${String(n)} was greased`, n % 2 ? 0 : 8),
      );
      await learn(context, events);
      const facts = factsOf(policy({ archiveAfterDays: 2, deleteAfterDays: 10 }));
      const both = await Promise.all([1, 2, 3].map(() => sweep(context, facts, daysLater(11), 7)));
      expect(both.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(30);
      expect(both.reduce((sum, { archived }) => sum + archived, 0)).toBe(30);
      const entries = await eventually(() => {
        const all = auditOf(context);
        return all.length >= 60 ? all : undefined;
      });
      expect(new Set(entries.map(({ resourceId }) => resourceId)).size).toBe(60);
      expect(entries).toHaveLength(60);
    });
  });
});
