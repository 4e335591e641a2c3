import { describe, expect, test } from '@jest/globals';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { operationCall, type RequestTo } from '@strata/contracts/operation';
import {
  getArtifact,
  listArtifacts,
  listArtifactVersions,
  updateArtifact,
} from '@strata/contracts/operations/artifacts';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createPgKnowledgeStore } from '../src/adapters/pg-knowledge-store.ts';
import { aPattern, NOTHING_OF_SESSIONS } from './compiled-fixture.ts';
import { tenant } from './learn-fixture.ts';
import { daysLater, factsOf, lifecycleFixture, policy } from './lifecycle-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

const REASON = 'We refund in the shop now';

describeOnDatabase('An artifact', (backend) => {
  const fixture = lifecycleFixture(backend);
  const { bus, neighbours, learn, sweep, allJobsDone, artifacts, auditOf, rows } = fixture;

  const user = (context: RequestContext): RequestContext => ({
    ...context,
    actor: { type: 'user', id: newId('usr'), scopes: ['read', 'write', 'admin'] },
  });
  const change = (context: RequestContext, id: string, body: RequestTo<typeof updateArtifact>['body']) =>
    bus.call(operationCall(updateArtifact), { params: { id }, query: {}, body }, context);
  const read = (context: RequestContext, id: string) =>
    bus.call(operationCall(getArtifact), { params: { id }, query: {} }, context);
  const learned = async (events = supportEvents()): Promise<{ context: RequestContext; artifact: Artifact }> => {
    const context = user(tenant());
    await learn(context, events);
    const [artifact] = await artifacts(context);
    if (artifact === undefined) throw new Error('Nothing was learned');
    return { context, artifact };
  };
  const isIndexed = (context: RequestContext, id: string): boolean => neighbours.indexed(context.scope).has(id);

  test('that no pack shows is listed and counted only if inactive ones are included', async () => {
    const { context, artifact } = await learned();
    const active = (await artifacts(context)).map(({ id }) => id);
    await change(context, artifact.id, { isSwitchedOff: true });
    const listed = async (includeInactive: 'true' | 'false'): Promise<string[]> => {
      const query = { limit: 100, offset: 0, includeInactive };
      const { items, total } = await bus.call(operationCall(listArtifacts), { params: {}, query }, context);
      expect(total).toBe(items.length);
      return items.map(({ id }) => id);
    };
    expect(await listed('false')).toEqual(active.filter((id) => id !== artifact.id));
    expect(await listed('true')).toEqual(active);
  });

  describe('that is switched off', () => {
    test('leaves the index at once, can be read, and says who switched it off and why', async () => {
      const { context, artifact } = await learned();
      const { id } = artifact;
      expect(artifact).toMatchObject({ isActive: true, switchedOff: null });
      fixture.setClock(daysLater(3));
      const by = { actorId: context.actor.id, actorType: 'user', keyId: null };
      const off = { isActive: false, switchedOff: { at: daysLater(3), by, reason: REASON } };
      expect(await change(context, id, { isSwitchedOff: true, reason: REASON })).toEqual({ ...artifact, ...off });
      expect(isIndexed(context, id)).toBe(false);
      expect(await read(context, id)).toMatchObject(off);
      fixture.setClock(daysLater(4));
      expect(await change(user(context), id, { isSwitchedOff: true })).toMatchObject(off);
      expect(await change(context, id, { isSwitchedOff: false })).toEqual(artifact);
      expect(isIndexed(context, id)).toBe(true);
      const entries = await eventually(() => auditOf(context).length > 1 && auditOf(context));
      expect(entries).toMatchObject([
        {
          ...{ action: 'artifact.update', resourceId: id, outcome: 'success', at: daysLater(3) },
          changes: { before: { isSwitchedOff: false }, after: { isSwitchedOff: true, reason: REASON } },
        },
        { changes: { before: { isSwitchedOff: true }, after: { isSwitchedOff: false } }, at: daysLater(4) },
      ]);
    });

    test('stays off when it is compiled again, with more evidence or after it had lost all', async () => {
      const { context, artifact } = await learned();
      const { id } = artifact;
      await change(context, id, { isSwitchedOff: true, reason: REASON });
      await learn(
        context,
        supportEvents('support', 20, 12).map((event) => ({ ...event, occurredAt: daysLater(20) })),
      );
      const grown = await read(context, id);
      expect(grown.sourceEvents.length).toBeGreaterThan(artifact.sourceEvents.length);
      expect(grown).toMatchObject({ isActive: false, switchedOff: { reason: REASON } });
      await sweep(context, factsOf(policy({ deleteAfterDays: 1 })), daysLater(30));
      await allJobsDone(context);
      expect(await rows('select 1 from artifacts', context)).toEqual([]);
      expect(await rows('select reason from switched_off_artifacts', context)).toEqual([{ reason: null }]);
      await learn(context, supportEvents('support', 40, 12));
      expect(await read(context, id)).toMatchObject({ isActive: false, switchedOff: { reason: null } });
      expect(isIndexed(context, id)).toBe(false);
      expect((await artifacts(context)).length).toBeGreaterThan(0);
    });

    test('is not put back by a job that read it before', async () => {
      const { context, artifact } = await learned();
      neighbours.beforePut = async (ids) => {
        if (!ids.includes(artifact.id)) return;
        neighbours.beforePut = undefined;
        await change(context, artifact.id, { isSwitchedOff: true });
      };
      await learn(context, supportEvents('support', 20, 12));
      expect(neighbours.beforePut).toBeUndefined();
      expect(isIndexed(context, artifact.id)).toBe(false);
    });

    test('is off although the index does not reply, and leaves it later', async () => {
      const { context, artifact } = await learned();
      neighbours.removeFailures = 1;
      await expect(change(context, artifact.id, { isSwitchedOff: true })).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect(await read(context, artifact.id)).toMatchObject({ isActive: false });
      await change(context, artifact.id, { isSwitchedOff: true });
      expect(isIndexed(context, artifact.id)).toBe(false);
    });
  });

  describe('whose content changes', () => {
    const versionsOf = async (context: RequestContext, id: string, limit = 100) =>
      (await bus.call(operationCall(listArtifactVersions), { params: { id }, query: { limit } }, context)).items;
    const later = (): ClaimedEvent[] =>
      supportEvents('support', 20, 12).map((event) => ({ ...event, occurredAt: daysLater(20) }));

    test('keeps what it said before, with its figures', async () => {
      const { context, artifact } = await learned();
      const { id, title, content, version, tokenCount, compiledAt } = artifact;
      const first = { version, title, content, tokenCount, compiledAt, confidence: expect.any(Number) };
      expect(await versionsOf(context, id)).toMatchObject([{ ...first, replacedAt: null }]);
      await learn(context, later());
      const now = await read(context, id);
      const [present, earlier, ...others] = await versionsOf(context, id);
      expect(present).toMatchObject({ version: 2, content: now.content, replacedAt: null });
      expect(earlier).toMatchObject({ ...first, replacedAt: expect.stringMatching(/Z$/) });
      expect(others).toEqual([]);
      expect(present?.content).not.toEqual(earlier?.content);
      expect(await versionsOf(context, id, 1)).toEqual([present]);
    });

    test('keeps no version that can rest on what was deleted', async () => {
      const { context } = await learned();
      await learn(context, later());
      const stored = 'select source_events as events from artifact_versions';
      expect((await rows(stored, context)).length).toBeGreaterThan(0);
      await sweep(context, factsOf(policy({ deleteAfterDays: 10 })), daysLater(21));
      await allJobsDone(context);
      expect(await rows(stored, context)).toEqual([]);
      expect((await artifacts(context)).length).toBeGreaterThan(0);
    });

    test('keeps the newest 20 earlier versions', async () => {
      const context = tenant();
      const store = createPgKnowledgeStore(fixture.database(), () => Promise.resolve());
      const place = { agentId: 'ops', namespaceId: null };
      const step = { eventId: newId('evt'), seq: fixture.nextSeq(), at: daysLater(0), kind: 'message' } as const;
      const id = newId('art');
      for (let support = 1; support <= 23; support += 1) {
        const changed = { place, sessionId: 'talk', part: support, step: { ...step, eventId: newId('evt') } };
        await store.savePage(context.scope, [changed], []);
        const [of] = await store.changedScopes(context.scope, undefined);
        if (of === undefined) throw new Error('The scope has not changed');
        const pattern = { ...aPattern(step.eventId), id };
        const draft = { ...pattern.draft, content: { ...pattern.draft.content, support } } as typeof pattern.draft;
        const compiled = { kept: [], changed: [{ ...pattern, draft }], cited: [], memories: [] };
        await store.saveCompiled(context.scope, of, { ...compiled, summaries: NOTHING_OF_SESSIONS }, undefined);
      }
      const numbers = (await versionsOf(context, id)).map(({ version }) => version);
      expect(numbers).toEqual(Array.from({ length: 21 }, (_, n) => 23 - n));
    });
  });
});
