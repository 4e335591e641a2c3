import { expect, test } from '@jest/globals';
import { describeEvents } from '@strata/contracts/calls/ingest';
import { queueLearning, readLearnJob, readLearnSeries, readLearnUsage } from '@strata/contracts/calls/learn';
import { policyFactsChanged, readPolicyFacts, recordAccesses } from '@strata/contracts/calls/organizations';
import { operationCall } from '@strata/contracts/operation';
import { listJobs } from '@strata/contracts/operations/jobs';
import type { OrganizationFacts } from '@strata/contracts/schemas/policy-facts';
import type { Job } from '@strata/contracts/schemas/job';
import type { Actor, RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { learnFixture, tenant } from './learn-fixture.ts';
import { ANALYST, CLOSED, MEMBER, OPEN, organizationWith } from './organization-fixture.ts';
import { contextOf } from './reading-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

describeOnDatabase('A learn job', (backend) => {
  const facts = new Map<string, OrganizationFacts[]>();
  const fixture = learnFixture(backend, {
    start: async (_stack, bus) => {
      await bus.consume(recordAccesses, () => Promise.resolve());
      await bus.serve(describeEvents, () => Promise.resolve({ events: [] }));
      await bus.serve(readPolicyFacts, (_request, { scope }) => {
        const organizations = facts.get(scope.tenantId) ?? [];
        return Promise.resolve({ version: JSON.stringify(organizations), facts: { organizations } });
      });
    },
  });
  const { bus, neighbours, memories, artifacts } = fixture;

  async function newTenant(...rules: Parameters<typeof organizationWith>): Promise<RequestContext> {
    const context = tenant();
    facts.set(context.scope.tenantId, [organizationWith(...rules)]);
    await bus.announce(policyFactsChanged, { version: newId('req') }, context);
    return context;
  }
  /** Queues a job as this caller, and waits for it as the service itself. */
  async function learnAs(caller: RequestContext, request = {}): Promise<Job> {
    const jobId = newId('lrn');
    await bus.send(queueLearning, { jobId, request, requestedAt: new Date().toISOString() }, caller);
    const system = { ...tenant(), scope: caller.scope };
    return eventually(async () => {
      const job = await bus.call(readLearnJob, { jobId }, system);
      return job.status === 'completed' || job.status === 'failed' ? job : undefined;
    });
  }
  const as = ({ scope }: RequestContext, id: string, more: Partial<Actor> = {}) =>
    contextOf(scope.tenantId, { id, ...more });
  const inNamespace = (namespaceId: string, from = 0) =>
    supportEvents('support', from, 12).map((event) => ({ ...event, namespaceId }));

  test('counts nothing that its creator may not read', async () => {
    const context = await newTenant();
    const hidden = inNamespace(CLOSED);
    neighbours.addEvents(context.scope, hidden);
    const job = await learnAs(as(context, ANALYST), { sessionId: hidden[0]?.sessionId });
    expect(job.progress).toMatchObject({ processed: 0, total: 0 });
    expect(neighbours.uncompiled(context.scope)).toBeLessThan(hidden.length);
    const rest = await learnAs(as(context, ANALYST));
    for (const { result } of [job, rest])
      expect(result).toEqual({
        eventsProcessed: 0,
        unreadableEvents: 0,
        memories: { created: 0, updated: 0 },
        artifacts: { created: 0, updated: 0, deactivated: 0 },
      });
    expect((await artifacts(context)).length).toBeGreaterThan(0);
  });

  test('counts exactly what its creator may read', async () => {
    const context = await newTenant({ resource: '*:*', conditions: { 'resource.tags': 'secret' } });
    const open = inNamespace(OPEN);
    const tagged = inNamespace(OPEN, 100)
      .slice(0, 3)
      .map((event) => ({ ...event, agentId: 'other', tags: ['secret'] }));
    neighbours.addEvents(context.scope, [...open, ...tagged, ...inNamespace(CLOSED)]);
    const analyst = as(context, ANALYST);
    const { result, progress } = await learnAs(analyst);
    expect(progress.processed).toBe(open.length);
    expect(result).toMatchObject({
      eventsProcessed: open.length,
      memories: { created: (await memories(analyst)).length },
      artifacts: { created: (await artifacts(analyst)).length },
    });
    const day = new Date().toISOString().slice(0, 10);
    const usage = await bus.call(readLearnUsage, { day }, analyst);
    expect(usage).toMatchObject({
      memories: (await memories(analyst)).length,
      artifacts: (await artifacts(analyst)).length,
    });
    const whole = await bus.call(readLearnUsage, { day }, as(context, ANALYST, { isTenantAdmin: true }));
    expect(whole.memories).toBeGreaterThan(usage.memories);
    expect(whole.artifacts).toBeGreaterThan(usage.artifacts);
    const since = new Date(Date.now() - 86_400_000).toISOString();
    const learnedFor = async (caller: RequestContext) => {
      const { points } = await bus.call(readLearnSeries, { bucket: 'hour', since }, caller);
      const sumOf = (figure: 'memories' | 'artifacts' | 'completed') =>
        points.reduce((sum, point) => sum + point[figure], 0);
      return [sumOf('memories'), sumOf('artifacts'), sumOf('completed')];
    };
    expect(await learnedFor(analyst)).toEqual([usage.memories, usage.artifacts, 1]);
    expect(await learnedFor(as(context, ANALYST, { isTenantAdmin: true }))).toEqual([
      whole.memories,
      whole.artifacts,
      1,
    ]);
  });

  test('is shown to its creator, to the user behind its creator, and to tenant admins only', async () => {
    const context = await newTenant();
    const key = (id: string, more: Partial<Actor> = {}) => as(context, id, { type: 'api_key', ...more });
    const owned = key(newId('key'), { ownerId: MEMBER });
    const { id: jobId } = await learnAs(owned);
    const read = (caller: RequestContext) => bus.call(readLearnJob, { jobId }, caller);
    for (const caller of [owned, as(context, MEMBER), as(context, ANALYST, { isTenantAdmin: true })])
      expect(await read(caller)).toMatchObject({ id: jobId, status: 'completed' });
    for (const caller of [as(context, ANALYST), key(newId('key')), key(newId('key'), { ownerId: ANALYST })])
      await expect(read(caller)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is listed to those to whom it is shown, newest first and page by page, also by status', async () => {
    const context = await newTenant();
    const [member, analyst] = [as(context, MEMBER), as(context, ANALYST)];
    const admin = as(context, newId('usr'), { isTenantAdmin: true });
    const first = await learnAs(member);
    const second = await learnAs(analyst);
    const third = await learnAs(as(context, newId('key'), { type: 'api_key', ownerId: MEMBER }));
    const list = (caller: RequestContext, query: Record<string, unknown> = {}) =>
      bus.call(operationCall(listJobs), { params: {}, query: { limit: 50, ...query } }, caller);
    const idsFor = async (caller: RequestContext, query = {}) => (await list(caller, query)).items.map(({ id }) => id);
    expect(await idsFor(member)).toEqual([third.id, first.id]);
    expect(await idsFor(analyst)).toEqual([second.id]);
    expect(await idsFor(admin)).toEqual([third.id, second.id, first.id]);
    expect((await list(admin)).items[0]).toEqual(third);
    expect(await idsFor(admin, { status: 'failed' })).toEqual([]);
    expect(await idsFor(as(await newTenant(), MEMBER))).toEqual([]);

    const page = await list(admin, { limit: 2 });
    expect(page.pagination).toMatchObject({ hasMore: true, total: 3 });
    expect(await idsFor(admin, { limit: 2, cursor: page.pagination.cursor })).toEqual([first.id]);
    await expect(list(admin, { cursor: 'damaged' })).rejects.toMatchObject({ code: 'validation_error' });
  });
});
