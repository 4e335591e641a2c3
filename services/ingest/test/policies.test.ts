import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  countUncompiled,
  describeEvents,
  readCaptureJob,
  readEventSeries,
  readEventUsage,
  readUncompiled,
  type AcceptedEvent,
} from '@strata/contracts/calls/ingest';
import { readHiddenSources } from '@strata/contracts/calls/learn';
import {
  policyFactsChanged,
  readPolicyFacts,
  recordAudit,
  type AuditReport,
} from '@strata/contracts/calls/organizations';
import type { OrganizationFacts, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import { createPolicyEngine } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import { systemContext, type Actor, type RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { jobIdOfEvent, newBatchId } from '@strata/kernel/capture-ids';
import { newId } from '@strata/kernel/ids';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { newEvent, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';

const OPEN = newId('nsp');
const CLOSED = newId('nsp');
const TEAM = newId('team');
const MEMBER = newId('usr');
const OUTSIDER = newId('usr');

const policy = (change: Partial<PolicyFact>, index: number): PolicyFact => ({
  id: `pol_${String(index)}`,
  name: 'Deny',
  effect: 'deny',
  resource: '*:*',
  action: 'read',
  conditions: {},
  priority: 0,
  ...change,
});
const harbour = (...rules: Partial<PolicyFact>[]): OrganizationFacts => ({
  id: 'org_harbour',
  namespaces: [
    { id: OPEN, sensitivity: 'internal', teamIds: [] },
    { id: CLOSED, sensitivity: 'confidential', teamIds: [TEAM] },
  ],
  agents: [],
  members: [{ userId: MEMBER, role: 'developer', teamIds: [TEAM] }],
  policies: rules.map(policy),
});

const PLACES = [OPEN, CLOSED, null, null, 'nsp_unknown'].map((namespaceId, at) => ({
  namespaceId,
  agentId: at === 3 ? null : `agent-${String(at % 2)}`,
  tags: at % 2 === 0 ? ['red'] : ['blue'],
}));

describeOnDatabase('Events under policies', (backend) => {
  const facts = new Map<string, OrganizationFacts[]>();
  const audit: { report: AuditReport; context: RequestContext }[] = [];
  let areFactsServed = true;
  let isRecording = true;
  let version = 0;
  let fixture: IngestFixture;
  let tenantId: string;

  beforeAll(async () => {
    fixture = await startIngestFixture(backend, async (bus) => {
      await bus.serve(readPolicyFacts, ({ knownVersion }, { scope }) => {
        if (!areFactsServed) return Promise.reject(unavailable('The facts'));
        const now = `${scope.tenantId}/${String(version)}`;
        const organizations = facts.get(scope.tenantId) ?? [];
        return Promise.resolve({ version: now, facts: knownVersion === now ? null : { organizations } });
      });
      await bus.serve(readHiddenSources, () => Promise.resolve({ eventIds: [] }));
      await bus.consume(recordAudit, (deliveries) => {
        if (!isRecording) return Promise.reject(unavailable('The audit log'));
        audit.push(...deliveries.map(({ payload, context }) => ({ report: payload, context })));
        return Promise.resolve();
      });
    });
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    tenantId = newId('ten');
  });

  const caller = (id: string, actor: Partial<Actor> = {}): RequestContext => ({
    scope: { tenantId, environment: 'live' },
    actor: { type: 'user', id, scopes: ['read'], ...actor },
    requestId: newId('req'),
  });
  const system = () => systemContext({ tenantId, environment: 'live' }, newId('req'));
  const setFacts = async (...organizations: OrganizationFacts[]): Promise<void> => {
    facts.set(tenantId, organizations);
    version += 1;
    await fixture.bus.announce(policyFactsChanged, { version: String(version) }, system());
  };
  const store = async (
    places: readonly Partial<AcceptedEvent>[] = [...PLACES, ...PLACES],
  ): Promise<AcceptedEvent[]> => {
    const events = places.map((place) => newEvent(system(), undefined, { agentId: null, tags: [], ...place }));
    await fixture.store(system(), events);
    return events;
  };
  const mayRead = (context: RequestContext, { id, namespaceId, agentId, tags }: AcceptedEvent): boolean => {
    const subject = { id, namespaceId, agentId, tags };
    const engine = createPolicyEngine({ organizations: facts.get(tenantId) ?? [] });
    return (
      engine.decide({ ...decisionContextOf(context, new Date()), action: 'read', kind: 'event', item: subject })
        .effect === 'allow'
    );
  };
  const pages = async (context: RequestContext, limit: number, between?: () => Promise<unknown>) => {
    const ids: string[] = [];
    const totals = new Set<number>();
    let cursor: string | null | undefined;
    do {
      const page = await fixture.list(context, cursor === undefined ? { limit } : { limit, cursor });
      ids.push(...page.items.map((item) => item.id));
      totals.add(page.pagination.total);
      cursor = page.pagination.cursor;
      await between?.();
    } while (cursor !== null);
    return { ids, totals: [...totals] };
  };
  const newestFirst = (events: readonly AcceptedEvent[]): string[] => events.map(({ id }) => id).reverse();

  describe.each<[string, Partial<PolicyFact>[]]>([
    ['no policy', []],
    ['a denied namespace', [{ resource: `namespace:${OPEN}` }]],
    ['all memories denied', [{ resource: 'memory:*' }]],
    ['a denied memory', [{ resource: 'memory:mem_1' }]],
    ['a denied agent', [{ resource: 'agent:agent-0' }]],
    ['a denied tag', [{ conditions: { 'resource.tags': 'red' } }]],
    ['a rule for one agent', [{ conditions: { 'agent.id': 'agent-1' } }]],
    [
      'events without a namespace denied',
      [{ conditions: { 'resource.sensitivity': { notIn: ['public', 'internal'] } } }],
    ],
  ])('with %s', (_title, rules) => {
    test('pages of any size have each readable event once, in order, while events arrive', async () => {
      const events = await store();
      await setFacts(harbour(...rules));
      const callers = [
        ...[MEMBER, OUTSIDER].map((id) => caller(id)),
        caller(newId('key'), { type: 'api_key', agentId: 'agent-1' }),
        caller(newId('key'), { type: 'api_key', agentId: newId('agt') }),
      ];
      for (const context of callers) {
        const visible = events.filter((event) => mayRead(context, event));
        for (const limit of [1, 3, 10]) {
          const seen = await pages(context, limit);
          expectLabelled(context.actor.id, seen.ids).toEqual(newestFirst(visible));
          expect(seen.totals).toEqual([visible.length]);
        }
        const tagged = await fixture.list(context, { tag: 'red' });
        expect(tagged.pagination.total).toBe(visible.filter(({ tags }) => tags.includes('red')).length);
        const ids = events.map(({ id }) => id);
        const described = (await fixture.bus.call(describeEvents, { eventIds: ids }, context)).events.map(
          ({ id }) => id,
        );
        expect(described.sort()).toEqual(visible.map(({ id }) => id).sort());
        const unread = await fixture.bus.call(readUncompiled, { tags: [], limit: 100, maxBytes: 100_000 }, context);
        expect(unread.events.map(({ id }) => id)).toEqual(newestFirst(visible).reverse());
        expect(unread.hasAny).toBe(true);
        for (const event of events) {
          const response = fixture.get(context, event.id);
          if (visible.includes(event)) expect((await response).id).toBe(event.id);
          else await expect(response).rejects.toMatchObject({ code: 'not_found' });
        }
      }
      const member = caller(MEMBER);
      const before = newestFirst(events.filter((event) => mayRead(member, event)));
      expect((await pages(member, 2, () => store(PLACES.slice(0, 2)))).ids).toEqual(before);
    });
  });

  test('a tenant without organizations sees and counts only events without a namespace', async () => {
    const events = await store();
    const visible = events.filter(({ namespaceId }) => namespaceId === null);
    expect(await pages(caller(OUTSIDER), 3)).toEqual({ ids: newestFirst(visible), totals: [visible.length] });
  });

  test('a hidden event gets the same error as a missing one, once the denial is recorded', async () => {
    const [hidden] = await store([{ namespaceId: CLOSED }]);
    await setFacts(harbour());
    const context = caller(OUTSIDER);
    const id = hidden?.id ?? '';
    const messageOf = (of: string) => fixture.get(context, of).then(String, (error: unknown) => String(error));
    expect(await messageOf(id)).toBe(await messageOf(newId('evt')));
    expect(audit.filter((entry) => entry.context.scope.tenantId === tenantId)).toMatchObject([
      {
        context: { requestId: context.requestId },
        report: {
          place: { namespaceId: CLOSED, agentId: null },
          entries: [{ action: 'event.read', resourceId: id, outcome: 'denied' }],
        },
      },
    ]);
  });

  test('a hidden event gets `unavailable` while the denial cannot be recorded', async () => {
    const [hidden] = await store([{ namespaceId: CLOSED }]);
    await setFacts(harbour());
    isRecording = false;
    try {
      await expect(fixture.get(caller(OUTSIDER), hidden?.id ?? '')).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      isRecording = true;
    }
  });

  test('without facts no caller sees an event, except the service itself', async () => {
    const [event] = await store();
    const id = event?.id ?? '';
    areFactsServed = false;
    try {
      const context = caller(MEMBER);
      const responses = [
        fixture.list(context),
        fixture.get(context, id),
        fixture.bus.call(describeEvents, { eventIds: [id] }, context),
      ];
      for (const response of await Promise.allSettled(responses))
        expect(response).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      expect((await fixture.list(system())).pagination.total).toBe(10);
      expect((await fixture.get(system(), id)).id).toBe(id);
    } finally {
      areFactsServed = true;
    }
  });

  describe('A capture job', () => {
    const jobOf = (context: RequestContext, jobId: string) => fixture.bus.call(readCaptureJob, { jobId }, context);
    const key = (change: Partial<Actor>) => caller(newId('key'), { type: 'api_key', ...change });

    test('of an event is shown to those who captured it or may read it, and to no one else', async () => {
      await setFacts(harbour());
      const writer = key({ ownerId: OUTSIDER });
      const hidden = newEvent(writer, undefined, { namespaceId: CLOSED });
      await fixture.store(writer, [hidden]);
      const id = jobIdOfEvent(hidden.id);
      for (const context of [writer, caller(OUTSIDER), caller(MEMBER), system()])
        expect(await jobOf(context, id)).toMatchObject({ id, status: 'completed' });
      for (const context of [caller(newId('usr')), key({}), key({ ownerId: newId('usr') })])
        await expect(jobOf(context, id)).rejects.toMatchObject({ code: 'forbidden' });
      const [old] = await store([{ namespaceId: OPEN }]);
      expect(await jobOf(caller(OUTSIDER), jobIdOfEvent(String(old?.id)))).toMatchObject({ status: 'completed' });
    });

    test('of a batch is shown to its writer and to tenant admins', async () => {
      await setFacts(harbour());
      const writer = key({});
      const batch = { id: newBatchId(writer.scope), chunk: 0, total: 1 };
      await fixture.store(writer, [newEvent(writer)], batch);
      for (const context of [writer, caller(OUTSIDER, { isTenantAdmin: true })])
        expect(await jobOf(context, batch.id)).toMatchObject({ result: { events: 1 } });
      await expect(jobOf(caller(OUTSIDER), batch.id)).rejects.toMatchObject({ code: 'forbidden' });
    });

    test('needs no policy facts for its own writer', async () => {
      const writer = caller(MEMBER);
      const own = newEvent(writer);
      await fixture.store(writer, [own]);
      areFactsServed = false;
      try {
        expect(await jobOf(writer, jobIdOfEvent(own.id))).toMatchObject({ status: 'completed' });
        await expect(jobOf(caller(OUTSIDER), jobIdOfEvent(own.id))).rejects.toMatchObject({ code: 'unavailable' });
      } finally {
        areFactsServed = true;
      }
    });
  });

  describe('Counts', () => {
    const usageOf = (by: RequestContext, month = '2026-11') => fixture.bus.call(readEventUsage, { month }, by);
    const uncompiledOf = (by: RequestContext) => fixture.bus.call(countUncompiled, { scope: {} }, by);

    test('leave out what the caller may not read, except for tenant admins', async () => {
      await store([...PLACES.slice(0, 2), ...PLACES.slice(1, 4)]);
      await store([{ receivedAt: '2026-12-01T00:00:00.000Z', namespaceId: OPEN }]);
      await setFacts(harbour({ resource: 'agent:agent-0', conditions: { 'principal.id': OUTSIDER } }));
      const [outsider, admin] = [caller(OUTSIDER), caller(OUTSIDER, { isTenantAdmin: true })];
      expect((await fixture.list(outsider)).pagination.total).toBe(2);
      expect(await usageOf(outsider)).toEqual({ total: 2, month: 1, isWhole: false });
      expect(await usageOf(outsider, '2026-12')).toEqual({ total: 2, month: 1, isWhole: false });
      expect(await uncompiledOf(outsider)).toEqual({ count: 2 });
      expect(await usageOf(admin)).toEqual({ total: 6, month: 5, isWhole: true });
      const seriesOf = (by: RequestContext) =>
        fixture.bus.call(readEventSeries, { bucket: 'day', since: '2026-11-02T00:00:00.000Z' }, by);
      const seen = await seriesOf(outsider);
      expect([
        seen.isWhole,
        seen.points.map(({ at, events }) => `${at.slice(0, 10)}: ${String(events)}`).sort(),
      ]).toEqual([false, ['2026-11-02: 1', '2026-12-01: 1']]);
      const all = await seriesOf(admin);
      expect([all.isWhole, all.points.map(({ events }) => events).sort()]).toEqual([true, [1, 5]]);
      expect(await uncompiledOf(system())).toEqual({ count: 6 });
    });

    test('are whole for callers from whom nothing can be hidden', async () => {
      const events = await store([{ namespaceId: OPEN }, { namespaceId: null }]);
      for (const facts of [[{ ...harbour(), namespaces: harbour().namespaces.slice(0, 1) }], []]) {
        await setFacts(...facts);
        expect(await usageOf(caller(OUTSIDER))).toEqual({ total: events.length, month: events.length, isWhole: true });
      }
    });
  });
});
