import { expect, test } from '@jest/globals';
import { findEndedSessions, queueLearning, readLearnJob } from '@strata/contracts/calls/learn';
import type { RequestOfCall } from '@strata/contracts/message';
import { operationCall } from '@strata/contracts/operation';
import { deleteMemory, getMemory } from '@strata/contracts/operations/memories';
import { listSessions } from '@strata/contracts/operations/sessions';
import { ARTIFACT_TYPES, type Artifact } from '@strata/contracts/schemas/artifact';
import { newId } from '@strata/kernel/ids';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { learnFixture, tenant } from './learn-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';
import { sideTextRules } from './side-text-rules.ts';
import { unlearnedRules } from './unlearned-rules.ts';
import { usageRules } from './usage-rules.ts';

const SETTINGS = { LEARN_PAGE_EVENTS: 100, LEARN_RETRY_SECONDS: 0.05 };

describeOnDatabase('The learn-compiler', (backend) => {
  const { bus, neighbours, learn, artifacts, memories } = learnFixture(backend, { settings: SETTINGS });
  const contentsOf = (all: Artifact[]) => all.map(({ type, title, content }) => ({ type, title, content }));
  const byTitle = (all: ReturnType<typeof contentsOf>) => all.sort((a, b) => (a.title < b.title ? -1 : 1));

  test('completes a job only after the memories and artifacts are in the index', async () => {
    const context = tenant();
    const events = supportEvents();
    neighbours.addEvents(context.scope, events);
    const job = await learn(context);
    expect(job).toMatchObject({ status: 'completed', result: { eventsProcessed: events.length, unreadableEvents: 0 } });
    expect(neighbours.uncompiled(context.scope)).toBe(0);
    const made = await artifacts(context);
    expect(new Set(made.map((artifact) => artifact.type))).toEqual(new Set(ARTIFACT_TYPES));
    const indexed = neighbours.indexed(context.scope);
    for (const artifact of made) expect(indexed.get(artifact.id)).toBe(artifact.title);
    for (const memory of await memories(context)) expect(indexed.has(memory.id)).toBe(true);
  });

  test('lists the events of every memory, and the events and memories of every artifact', async () => {
    const context = tenant();
    const events = supportEvents();
    neighbours.addEvents(context.scope, events);
    await learn(context);
    const known = new Set(events.map((event) => event.id));
    const all = await memories(context);
    expect(all.length).toBeGreaterThan(0);
    for (const memory of all) {
      expect(memory.sourceEvents.length).toBeGreaterThan(0);
      for (const id of memory.sourceEvents) expect(known.has(id)).toBe(true);
    }
    for (const artifact of await artifacts(context)) {
      expect(artifact.sourceEvents.length).toBeGreaterThan(0);
      for (const id of artifact.sourceEvents) expect(known.has(id)).toBe(true);
      for (const id of artifact.sourceMemories)
        await bus.call(operationCall(getMemory), { params: { id }, query: {} }, context);
    }
    expect((await artifacts(context)).some((artifact) => artifact.sourceMemories.length > 0)).toBe(true);
  });

  test('changes nothing when it learns the same events again', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents());
    await learn(context);
    const before = [await artifacts(context), await memories(context)];
    neighbours.forgetLearned(context.scope);
    const job = await learn(context);
    expect(job.result).toMatchObject({
      memories: { created: 0, updated: 0 },
      artifacts: { created: 0, updated: 0, deactivated: 0 },
    });
    expect([await artifacts(context), await memories(context)]).toEqual(before);
  });

  test('learns a message that contains a special token of the tokenizer', async () => {
    const context = tenant();
    const [first] = supportEvents();
    const content = 'The export stops at the text <|endoftext|> in the description of order 7';
    if (first) neighbours.addEvents(context.scope, [{ ...first, payload: { role: 'user', content } }]);
    expect(await learn(context)).toMatchObject({ status: 'completed', result: { memories: { created: 1 } } });
  });

  test('learns an event that is stored late with an earlier seq in the same job', async () => {
    const context = tenant();
    const [late, ...others] = supportEvents();
    neighbours.addEvents(context.scope, others);
    neighbours.afterClaim = () => {
      if (late) neighbours.addEvents(context.scope, [late]);
    };
    const job = await learn(context);
    expect(job).toMatchObject({ status: 'completed', result: { eventsProcessed: others.length + 1 } });
    expect(neighbours.uncompiled(context.scope)).toBe(0);
  });

  test('compiles equal events in two tenants to equal titles and content', async () => {
    const [one, other] = [tenant(), tenant()];
    for (const context of [one, other]) {
      neighbours.addEvents(context.scope, supportEvents());
      await learn(context);
    }
    const [first, second] = [contentsOf(await artifacts(one)), contentsOf(await artifacts(other))];
    expect(first.length).toBeGreaterThan(3);
    expect(byTitle(second)).toEqual(byTitle(first));
  });

  test('raises the version of an artifact that has new evidence, under the same id', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents('support', 0, 12));
    await learn(context);
    const before = new Map((await artifacts(context)).map((artifact) => [artifact.id, artifact]));
    neighbours.addEvents(context.scope, supportEvents('support', 12, 6));
    await learn(context);
    const grown = (await artifacts(context)).filter((artifact) => before.has(artifact.id) && artifact.version === 2);
    expect(grown.length).toBeGreaterThan(0);
    for (const artifact of grown) expect(artifact.content).not.toEqual(before.get(artifact.id)?.content);
  });

  test('compiles each agent separately', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents('one'));
    neighbours.addEvents(context.scope, supportEvents('two', 100));
    await learn(context, { agentId: 'one' });
    expect(neighbours.uncompiled(context.scope)).toBe(supportEvents('two').length);
    expect(await artifacts(context, { agentId: 'two' })).toEqual([]);
    await learn(context);
    expect((await artifacts(context, { agentId: 'two' })).length).toBe(
      (await artifacts(context, { agentId: 'one' })).length,
    );
  });

  test('compiles one type of artifact on request, and the others in a later job', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents());
    await learn(context, { options: { artifactType: 'failure_playbook' } });
    expect(new Set((await artifacts(context)).map((artifact) => artifact.type))).toEqual(new Set(['failure_playbook']));
    await learn(context);
    expect(new Set((await artifacts(context)).map((artifact) => artifact.type))).toEqual(new Set(ARTIFACT_TYPES));
  });

  test('processes at most maxEvents events', async () => {
    const context = tenant();
    const events = supportEvents();
    neighbours.addEvents(context.scope, events);
    const job = await learn(context, { options: { maxEvents: 7 } });
    expect(job.result).toMatchObject({ eventsProcessed: 7 });
    expect(neighbours.uncompiled(context.scope)).toBe(events.length - 7);
  });

  test('shows a job whose command was dead-lettered as failed, with the reason', async () => {
    const context = tenant();
    const [unstorable, refused] = [newId('lrn'), newId('lrn')];
    const reason = { code: 'validation_error', message: 'No.' };
    const jobOf = (jobId: string) => bus.call(readLearnJob, { jobId }, context);
    const sent = bus.send(queueLearning, { jobId: unstorable, request: {}, requestedAt: 'no time at all' }, context);
    await expect(sent).rejects.toMatchObject({ code: 'internal_error' });
    expect(await jobOf(unstorable)).toMatchObject({
      status: 'failed',
      error: { code: 'validation_error', message: expect.stringContaining('SQLSTATE 22007') as unknown },
    });
    // As ingest reports one that was dead-lettered on its way.
    const requestedAt = new Date().toISOString();
    await bus.send(queueLearning, { jobId: refused, request: {}, requestedAt, failure: reason }, context);
    expect(await jobOf(refused)).toMatchObject({ status: 'failed', error: reason });
  });

  test('loses nothing while the index or the event store is unavailable', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents());
    neighbours.indexFailures = 2;
    neighbours.completeFailures = 1;
    expect(await learn(context)).toMatchObject({ status: 'completed' });
    expect(neighbours.uncompiled(context.scope)).toBe(0);
    expect(neighbours.indexed(context.scope).size).toBe(
      (await artifacts(context)).length + (await memories(context)).length,
    );
  });

  test('sends the index how sessions ended and whom they name, also later, and what is gone', async () => {
    const context = tenant();
    const [asked] = supportEvents('support', 9, 1);
    const solved = { role: 'user', content: 'My lamp works again', resolved: true };
    neighbours.addEvents(context.scope, [
      ...supportEvents('support', 0, 4),
      ...(asked === undefined ? [] : [{ ...asked, sessionId: 'solved', payload: solved }]),
    ]);
    neighbours.takesSummaries = false;
    expect((await learn(context)).status).toBe('completed');
    neighbours.takesSummaries = true;
    expect(neighbours.sessionsOf(context.scope).size).toBe(0);
    expect((await learn(context)).status).toBe('completed');
    const known = neighbours.sessionsOf(context.scope);
    const place = { agentId: 'support', namespaceId: null };
    expect(known.get('refund-0')).toEqual({
      ...place,
      sessionId: 'refund-0',
      outcome: 'success',
      identifiers: ['customer0@example.org'],
      names: [],
    });
    expect(known.get('hasty-0')).toMatchObject({ outcome: 'failure', identifiers: [] });
    expect(known.get('solved')).toMatchObject({ outcome: 'success' });
    const memory = (await memories(context)).find(({ content }) => content.includes('works again'));
    await bus.call(operationCall(deleteMemory), { params: { id: memory?.id ?? '' }, query: {} }, context);
    expect((await learn(context)).status).toBe('completed');
    expect(known.has('solved')).toBe(false);
    expect(known.has('refund-0')).toBe(true);
  });

  test('lists sessions with how they ended, those learned last first, and memories by the outcome of their session', async () => {
    const context = tenant();
    const unjudged = supportEvents('support', 50, 1).filter(({ type }) => type !== 'test_run');
    neighbours.addEvents(context.scope, [...supportEvents('support', 0, 3), ...unjudged]);
    await learn(context);
    const sessions = async (query: object) =>
      bus.call(operationCall(listSessions), { params: {}, query: { limit: 20, ...query } }, context);
    const named = (words: string, numbers: readonly number[]) => numbers.map((n) => `${words}-${String(n)}`).sort();
    const idsOf = async (query: object) => (await sessions(query)).items.map(({ id }) => id).sort();
    expect(await idsOf({ outcome: 'success' })).toEqual(named('refund', [0, 1, 2]));
    expect(await idsOf({ outcome: 'failure', agentId: 'support' })).toEqual(named('hasty', [0, 1, 2]));
    expect(await idsOf({ outcome: 'unknown' })).toEqual(['hasty-50', 'refund-50']);
    expect(await idsOf({ agentId: 'nobody' })).toEqual([]);
    const one = await sessions({ sessionId: 'refund-1' });
    const lastEventAt = expect.stringMatching(/Z$/);
    expect(one.items).toEqual([
      { id: 'refund-1', agentId: 'support', namespaceId: null, outcome: 'success', lastEventAt },
    ]);
    const ended = async (query: Pick<RequestOfCall<typeof findEndedSessions>, 'outcomes' | 'agentId' | 'sessionId'>) =>
      (await bus.call(findEndedSessions, { most: 10, ...query }, context)).sessions.map(({ id }) => id).sort();
    expect(await ended({ outcomes: ['success'] })).toEqual(await idsOf({ outcome: 'success' }));
    expect(await ended({ outcomes: ['success', 'failure'], sessionId: 'hasty-1' })).toEqual(['hasty-1']);
    expect(await ended({ outcomes: ['failure'], agentId: 'nobody' })).toEqual([]);
    const first = await sessions({ limit: 5 });
    const rest = await sessions({ limit: 5, cursor: first.pagination.cursor });
    expect(first.pagination).toMatchObject({ hasMore: true, total: 8 });
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(8);
    for (const outcome of ['success', 'failure', 'unknown'] as const) {
      const found = await memories(context, { outcome });
      expect(found.length).toBeGreaterThan(0);
      const ids = await idsOf({ outcome });
      for (const { sessionId, sessionOutcome } of found)
        expect([ids.includes(sessionId), sessionOutcome ?? 'unknown']).toEqual([true, outcome]);
    }
    neighbours.addEvents(
      context.scope,
      supportEvents('support', 0, 1).filter(({ sessionId }) => sessionId === 'refund-0'),
    );
    await learn(context);
    expect((await sessions({})).items[0]?.id).toBe('refund-0');
  });

  test('removes a deleted memory from every store, and does not learn it again', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents());
    await learn(context);
    const [gone] = await memories(context);
    const id = gone?.id ?? '';
    const call = () => bus.call(operationCall(deleteMemory), { params: { id }, query: {} }, context);
    expect(await call()).toEqual({ id, deleted: true });
    expect(neighbours.indexed(context.scope).has(id)).toBe(false);
    await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    neighbours.forgetLearned(context.scope);
    await learn(context);
    expect((await memories(context)).map((memory) => memory.id)).not.toContain(id);
    expect(neighbours.indexed(context.scope).has(id)).toBe(false);
  });

  test('finishes a deletion that did not reach the index when the call is repeated', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents());
    await learn(context);
    const id = (await memories(context))[0]?.id ?? '';
    const call = () => bus.call(operationCall(deleteMemory), { params: { id }, query: {} }, context);
    neighbours.removeFailures = 1;
    await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
    expect(neighbours.indexed(context.scope).has(id)).toBe(true);
    expect(await call()).toEqual({ id, deleted: true });
    expect(neighbours.indexed(context.scope).has(id)).toBe(false);
  });

  test('shows nothing of one tenant to another', async () => {
    const [own, stranger] = [tenant(), tenant()];
    neighbours.addEvents(own.scope, supportEvents());
    await learn(own);
    expect(await artifacts(stranger)).toEqual([]);
    expect(await memories(stranger)).toEqual([]);
    const id = (await memories(own))[0]?.id ?? '';
    await expect(bus.call(operationCall(deleteMemory), { params: { id }, query: {} }, stranger)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  usageRules({ bus, neighbours, learn, artifacts });
  sideTextRules({ bus, neighbours, learn, memories });
  unlearnedRules({ bus, neighbours, learn, memories });
});
