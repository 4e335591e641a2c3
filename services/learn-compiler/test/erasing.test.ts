import { beforeAll, expect, test } from '@jest/globals';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { queueLearning, readLearnJob } from '@strata/contracts/calls/learn';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { ErasureRequest } from '@strata/contracts/schemas/erasure';
import type { Job } from '@strata/contracts/schemas/job';
import type { RequestContext } from '@strata/kernel/actor';
import { describeSubject } from '@strata/kernel/erased-subject';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { tenant } from './learn-fixture.ts';
import { lifecycleFixture } from './lifecycle-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

/** Arrives after every erasure of this suite. */
const LATE = (Date.now() + 3_600_000) * 1000;

describeOnDatabase('An erasure', (backend) => {
  const fixture = lifecycleFixture(backend);
  const { bus, neighbours, learn, artifacts, memories, message, rows } = fixture;
  beforeAll(() => neighbours.serveErasures(bus));

  async function erase(context: RequestContext, erasure: ErasureRequest = { userId: 'ada' }): Promise<Job> {
    const jobId = newId('ers');
    const job = { jobId, request: {}, erasure, requestedAt: new Date().toISOString() };
    await bus.send(queueLearning, job, context);
    return eventually(async () => {
      const read = await bus.call(readLearnJob, { jobId }, context);
      return ['completed', 'failed'].includes(read.status) && read;
    });
  }
  const of = (userId: string, events: ClaimedEvent[]) => events.map((event) => ({ ...event, userId }));
  const contents = (all: readonly Artifact[]) => all.map(({ content }) => JSON.stringify(content)).sort();

  test('of an end user leaves exactly what the events of the others give', async () => {
    const [context, other] = [tenant(), tenant()];
    const ofAda = of('ada', supportEvents('support', 0, 12));
    const ofBo = of('bo', supportEvents('support', 20, 12));
    await learn(context, [...ofAda, ...ofBo]);
    await learn(other, ofBo);
    const job = await erase(context);
    expect(job).toMatchObject({
      type: 'erasure',
      status: 'completed',
      progress: { processed: ofAda.length },
      result: {
        subject: describeSubject({ userId: 'ada' }),
        removed: { events: ofAda.length },
        remaining: { events: 0, steps: 0, memories: 0, artifacts: 0, indexEntries: 0 },
      },
    });
    const gone = new Set(ofAda.map(({ id }) => id));
    const left = await artifacts(context);
    expect(left.length).toBeGreaterThan(0);
    expect(left.flatMap(({ sourceEvents }) => sourceEvents).filter((id) => gone.has(id))).toEqual([]);
    expect(contents(left)).toEqual(contents(await artifacts(other)));
    const bodies = async (at: RequestContext) => (await memories(at)).map(({ content }) => content).sort();
    expect(await bodies(context)).toEqual(await bodies(other));
    expect(await rows("select event_id from steps where user_id = 'ada'", context)).toEqual([]);
    expect(await rows('select subject from erasures where subject is not null', context)).toEqual([]);
    expect([...neighbours.indexed(context.scope).keys()].sort()).toEqual(
      [...(await memories(context)), ...left.filter(({ isActive }) => isActive)].map(({ id }) => id).sort(),
    );
  });

  test.each(['agentId', 'sessionId'] as const)(
    'by %s leaves exactly what the events of the others give',
    async (field) => {
      const [context, other] = [tenant(), tenant()];
      const ofBo = supportEvents('support', 20, 12);
      const ofAda = supportEvents('support', 0, 12).map((event) => ({ ...event, [field]: 'ada' }));
      const both = 'The crane is red, and it belongs to the harbour.';
      const [first, second] = [message(both, 0, { [field]: 'ada' }), message(both, 0, { [field]: 'bo' })];
      await learn(context, [...ofAda, first, ...ofBo, second]);
      await learn(context);
      await learn(other, [...ofBo, second]);
      expect(await erase(context, { [field]: 'ada' })).toMatchObject({
        status: 'completed',
        result: {
          subject: describeSubject({ [field]: 'ada' }),
          removed: { events: ofAda.length + 1 },
          remaining: { events: 0, steps: 0, memories: 0, artifacts: 0, indexEntries: 0 },
        },
      });
      await learn(context);
      expect(contents(await artifacts(context))).toEqual(contents(await artifacts(other)));
      const bodies = async (at: RequestContext) => (await memories(at)).map(({ content }) => content).sort();
      expect(await bodies(context)).toEqual(await bodies(other));
      const gone = new Set([...ofAda, first].map(({ id }) => id));
      expect(
        (await memories(context)).flatMap(({ sourceEvents }) => sourceEvents).filter((id) => gone.has(id)),
      ).toEqual([]);
      const column = field === 'agentId' ? 'agent_id' : 'session_id';
      for (const table of ['steps', 'memories', 'session_summaries'])
        expect(await rows(`select * from ${table} where ${column} = 'ada'`, context)).toEqual([]);
      expect(await rows('select subject from erasures where subject is not null', context)).toEqual([]);
    },
  );

  test('keeps events that came later, and learns them again if a memory rested on both', async () => {
    const context = tenant();
    const text = 'I am allergic to peanuts.';
    const late = message(text, 1, { userId: 'ada', seq: LATE });
    await learn(context, [message(text, 0, { userId: 'ada' }), late]);
    expect((await memories(context)).map(({ sourceEvents }) => sourceEvents.length)).toEqual([2]);
    expect(await erase(context)).toMatchObject({
      status: 'completed',
      result: { removed: { events: 1, memories: 1 } },
    });
    expect(await memories(context)).toEqual([]);
    await learn(context);
    expect(await memories(context)).toMatchObject([{ userId: 'ada', sourceEvents: [late.id] }]);
  });

  test('goes on where it was interrupted, and counts nothing twice', async () => {
    const context = tenant();
    const said = ['I am allergic to peanuts.', 'I live by the old harbour.', 'I prefer the night train.'];
    await learn(context, [
      ...said.map((text) => message(text, 0, { userId: 'ada' })),
      message('I prefer the morning train.', 0, { userId: 'bo' }),
    ]);
    neighbours.eraseFailures = 2;
    expect(await erase(context)).toMatchObject({
      status: 'completed',
      result: { removed: { events: 3, memories: 3 } },
    });
    expect((await memories(context)).map(({ userId }) => userId)).toEqual(['bo']);
    expect(await erase(context)).toMatchObject({
      status: 'completed',
      result: { removed: { events: 0, memories: 0 } },
    });
  });

  test('that could not be queued has a failed job', async () => {
    const context = tenant();
    const jobId = newId('ers');
    const failure = { code: 'internal_error', message: 'It could not be queued' };
    const job = { jobId, request: {}, erasure: { userId: 'ada' }, requestedAt: new Date().toISOString(), failure };
    await bus.send(queueLearning, job, context);
    expect(await bus.call(readLearnJob, { jobId }, context)).toMatchObject({ type: 'erasure', status: 'failed' });
  });

  test('fails if its check finds something, and forgets the id all the same', async () => {
    const context = tenant();
    await learn(context, [message('I am allergic to peanuts.', 0, { userId: 'ada' })]);
    neighbours.remainingEntries = 1;
    try {
      expect(await erase(context)).toMatchObject({ status: 'failed', result: null });
    } finally {
      neighbours.remainingEntries = 0;
    }
    expect(await rows('select subject from erasures', context)).toEqual([{ subject: null }]);
  });
});
