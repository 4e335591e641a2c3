import { expect, test } from '@jest/globals';
import { queueLearning, readLearnJob, readLearnUsage } from '@strata/contracts/calls/learn';
import type { LearnRequest } from '@strata/contracts/operations/learn';
import type { Job } from '@strata/contracts/schemas/job';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { learnFixture, tenant } from './learn-fixture.ts';
import { contextOf } from './reading-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

const LONG = 3600;

describeOnDatabase('An automatic learn job', (backend) => {
  const { bus, neighbours, learn } = learnFixture(backend, { settings: { LEARN_PAGE_EVENTS: 10 } });

  /** Queues an automatic job, as ingest does. Returns its id. */
  async function queue(context: RequestContext, delaySeconds = 0): Promise<string> {
    const jobId = newId('lrn');
    const requestedAt = new Date().toISOString();
    await bus.send(queueLearning, { jobId, request: {}, requestedAt, cause: 'automatic', delaySeconds }, context);
    return jobId;
  }
  const read = (context: RequestContext, jobId: string): Promise<Job> => bus.call(readLearnJob, { jobId }, context);
  const ended = (context: RequestContext, jobId: string): Promise<Job> =>
    eventually(async () => {
      const job = await read(context, jobId);
      return job.status === 'completed' || job.status === 'failed' ? job : undefined;
    });
  const isGone = (context: RequestContext, jobId: string): Promise<boolean> =>
    read(context, jobId).then(
      () => false,
      (error: unknown) => (error as { code?: unknown }).code === 'not_found',
    );
  async function usage(context: RequestContext): Promise<number[]> {
    const day = new Date().toISOString().slice(0, 10);
    const { compilations, automaticCompilations } = await bus.call(readLearnUsage, { day }, context);
    return [compilations, automaticCompilations];
  }

  test('compiles, counts in the usage, and is shown to tenant admins only', async () => {
    const context = tenant();
    const events = supportEvents('support', 0, 6);
    neighbours.addEvents(context.scope, events);
    const jobId = await queue(context);
    expect(await ended(context, jobId)).toMatchObject({
      status: 'completed',
      result: { eventsProcessed: events.length },
    });
    expect(neighbours.uncompiled(context.scope)).toBe(0);
    expect(await usage(context)).toEqual([1, 1]);
    await learn(context);
    expect(await usage(context)).toEqual([2, 1]);
    const caller = contextOf(context.scope.tenantId, { id: newId('usr') });
    await expect(read(caller, jobId)).rejects.toMatchObject({ code: 'forbidden' });
    const admin = { ...caller, actor: { ...caller.actor, isTenantAdmin: true } };
    expect(await read(admin, jobId)).toMatchObject({ status: 'completed' });
  });

  test('does the work of those that are queued after it', async () => {
    const context = tenant();
    const first = await queue(context, LONG);
    const others = await Promise.all(Array.from({ length: 5 }, () => queue(context)));
    for (const jobId of others) expect(await isGone(context, jobId)).toBe(true);
    expect([await read(context, first), await usage(context)]).toMatchObject([{ status: 'queued' }, [1, 1]]);
  });

  test('counts only if it had something to do', async () => {
    const context = tenant();
    expect(await ended(context, await queue(context))).toMatchObject({ progress: { processed: 0 } });
    expect(await usage(context)).toEqual([0, 0]);
  });

  test('waits for no other tenant scope', async () => {
    const context = tenant();
    await queue(context, LONG);
    const other = { ...context, scope: { ...context.scope, environment: 'test' as const } };
    expect(await ended(other, await queue(other))).toMatchObject({ status: 'completed' });
  });

  test('is replaced by a requested job for everything, whichever is queued first', async () => {
    const context = tenant();
    const automatic = await queue(context, LONG);
    expect(await learn(context)).toMatchObject({ status: 'completed' });
    expect([await isGone(context, automatic), await usage(context)]).toEqual([true, [1, 0]]);
  });

  test.each<LearnRequest>([
    { agentId: 'support' },
    { sessionId: 's' },
    { eventIds: [] },
    { options: { maxEvents: 1 } },
  ])('is not replaced by the request %j, which compiles less', async (request) => {
    const context = tenant();
    const automatic = await queue(context, LONG);
    await learn(context, request);
    expect(await read(context, automatic)).toMatchObject({ status: 'queued' });
  });

  test('ends with the events that were there when it began', async () => {
    const context = tenant();
    const [first, late] = [supportEvents('support', 0, 6), supportEvents('support', 100, 106)];
    neighbours.addEvents(context.scope, first);
    neighbours.afterClaim = () => {
      neighbours.addEvents(context.scope, late);
    };
    const job = await ended(context, await queue(context));
    expect(job).toMatchObject({ status: 'completed', progress: { processed: first.length } });
    expect(neighbours.uncompiled(context.scope)).toBe(late.length);
  });

  test('is tried again until ingest responds', async () => {
    const context = tenant();
    const events = supportEvents('support', 0, 3);
    neighbours.addEvents(context.scope, events);
    neighbours.claimFailures = 2;
    expect(await ended(context, await queue(context))).toMatchObject({
      status: 'completed',
      progress: { processed: events.length },
    });
  });

  test('keeps a distance from the last one', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, supportEvents('support', 0, 12));
    const first = await ended(context, await queue(context));
    const second = await ended(context, await queue(context));
    const [started, finished, next] = [first.startedAt, first.finishedAt, second.startedAt].map((at) =>
      new Date(at ?? 0).getTime(),
    );
    expect((next ?? 0) - (finished ?? 0)).toBeGreaterThanOrEqual((finished ?? 0) - (started ?? 0) - 1);
  });

  test('makes room for a requested job of its tenant, and neither compiles anything twice', async () => {
    const context = tenant();
    const events = supportEvents('support', 0, 60);
    neighbours.addEvents(context.scope, events);
    let requested: Promise<Job> | undefined;
    neighbours.afterClaim = () => {
      requested = learn(context);
    };
    const automatic = await queue(context);
    await eventually(() => requested !== undefined);
    const job = await requested;
    expect(job).toMatchObject({ status: 'completed' });
    expect(neighbours.uncompiled(context.scope)).toBe(0);
    // It gave way before its end and left the rest to the request, or it had ended before the request arrived.
    const rest = await read(context, automatic).catch(() => undefined);
    expect(rest === undefined || rest.status === 'completed').toBe(true);
  });
});
