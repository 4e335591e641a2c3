import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findEndedSessions } from '@strata/contracts/calls/learn';
import { getArtifact, listArtifacts } from '@strata/contracts/operations/artifacts';
import { deleteMemory, getMemory, getMemoryTimeline, listMemories } from '@strata/contracts/operations/memories';
import { listSessions } from '@strata/contracts/operations/sessions';
import type { Action, PolicyFact } from '@strata/contracts/schemas/policy-facts';
import type { DataKind } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { AGENT, ANALYST, CLOSED, organizationWith, MEMBER, OPEN, OWNER } from './organization-fixture.ts';
import { artifactReadingRules } from './artifact-reading-rules.ts';
import { contextOf, ReadingFixture } from './reading-fixture.ts';
import { artifact, memory, storeArtifacts, storeMemories, type MemorySeed } from './knowledge-fixture.ts';

describeOnDatabase('Policies on reading', (backend) => {
  let fixture: ReadingFixture;
  let tenantId: string;
  beforeAll(async () => {
    fixture = await ReadingFixture.open(backend);
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    tenantId = newId('ten');
  });

  /** The audit reports of this tenant, once there are `count`. */
  const audited = (count: number) =>
    eventually(async () => {
      if (!(await fixture.isOutboxEmpty(tenantId))) return false;
      const reports = fixture.audit.filter(({ context }) => context.scope.tenantId === tenantId);
      return reports.length >= count && reports;
    });
  const as = (id: string): RequestContext => contextOf(tenantId, { id });
  const decide = (context: RequestContext, kind: DataKind, subject: MemorySeed, action: Action = 'read') => {
    const request = { ...decisionContextOf(context, new Date()), action, kind, item: subject };
    return fixture.engineOf(tenantId).decide(request).effect === 'allow';
  };
  const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);
  const newestFirst = (seeds: readonly MemorySeed[]): string[] => idsOf(seeds).reverse();

  /** Reads all pages of the list of memories. Returns the ids in order, and every distinct total. */
  async function pages(context: RequestContext, limit: number, between?: () => Promise<void>) {
    const ids: string[] = [];
    const totals = new Set<number>();
    let cursor: string | null | undefined;
    do {
      const query: object = cursor === undefined ? { limit } : { limit, cursor };
      const page = await fixture.call(context, listMemories, { query });
      ids.push(...idsOf(page.items));
      totals.add(page.pagination.total);
      expect(page.pagination.hasMore).toBe(page.pagination.cursor !== null);
      cursor = page.pagination.cursor;
      await between?.();
    } while (cursor !== null);
    return { ids, totals: [...totals] };
  }

  const PLACES = [
    { namespaceId: OPEN, agentId: 'ops' },
    { namespaceId: CLOSED, agentId: 'ops' },
    { namespaceId: null, agentId: AGENT },
    { namespaceId: null, agentId: 'free' },
    { namespaceId: null, agentId: null },
    { namespaceId: 'nsp_unknown', agentId: AGENT },
  ];
  const seedAll = async (): Promise<MemorySeed[]> => {
    const seeds = [...PLACES, ...PLACES].map((place, at) =>
      memory({ ...place, tags: at % 2 === 0 ? ['red'] : ['blue'] }),
    );
    await storeMemories(fixture.session, tenantId, seeds);
    return seeds;
  };

  describe.each<[string, (seeds: readonly MemorySeed[]) => Partial<PolicyFact>[]]>([
    ['no policy', () => []],
    ['a denied namespace', () => [{ resource: `namespace:${OPEN}` }]],
    ['an allowed namespace', () => [{ resource: `namespace:${CLOSED}`, effect: 'allow' }]],
    ['a denied agent', () => [{ resource: `agent:${AGENT}` }]],
    ['a denied memory', (seeds) => [{ resource: `memory:${seeds[3]?.id ?? ''}` }]],
    [
      'an allowed memory, and all else denied',
      (seeds) => [
        { resource: `memory:${seeds[0]?.id ?? ''}`, effect: 'allow', priority: 2 },
        { resource: '*:*', priority: 1 },
      ],
    ],
    ['a denied tag', () => [{ conditions: { 'resource.tags': 'red' } }]],
    ['a tag that memories need', () => [{ conditions: { 'resource.tags': { notIn: ['red'] } } }]],
    ['memories denied to analysts', () => [{ conditions: { 'principal.role': 'analyst' }, resource: 'memory:*' }]],
    ['everything denied to one agent', () => [{ conditions: { 'agent.id': AGENT } }]],
    ['denied artifacts', () => [{ resource: 'artifact:*' }]],
  ])('With %s', (_title, rulesOf) => {
    test('pages of any size contain each readable memory once, in order, and tell one total, also while memories are added', async () => {
      const seeds = await seedAll();
      await fixture.setFacts(tenantId, [organizationWith(...rulesOf(seeds))]);
      const people = [
        ...[MEMBER, ANALYST, OWNER, newId('usr')].map(as),
        ...[AGENT, newId('agt')].map((agentId) => contextOf(tenantId, { type: 'api_key', id: newId('key'), agentId })),
      ];
      for (const context of people) {
        const visible = seeds.filter((seed) => decide(context, 'memory', seed));
        for (const limit of [1, 2, 5, 12]) {
          const seen = await pages(context, limit);
          expectLabelled(JSON.stringify(context.actor), seen.ids).toEqual(newestFirst(visible));
          expect(seen.totals).toEqual([visible.length]);
        }
        for (const seed of seeds) {
          const read = fixture.call(context, getMemory, { params: { id: seed.id } });
          if (visible.includes(seed)) expect((await read).id).toBe(seed.id);
          else await expect(read).rejects.toMatchObject({ code: 'not_found' });
        }
      }
      const owner = as(OWNER);
      const before = newestFirst(seeds.filter((seed) => decide(owner, 'memory', seed)));
      const more = () => storeMemories(fixture.session, tenantId, [memory(PLACES[0]), memory(PLACES[1])]);
      expect(await pages(owner, 2, more)).toEqual({ ids: before, totals: [before.length] });
    });
  });

  test('a memory that the caller may not read ends no validity', async () => {
    const [older, newer] = [memory(), memory({ tags: ['red'] })];
    await storeMemories(fixture.session, tenantId, [older, newer]);
    const end = 'update learn.memories set valid_to = now(), replaced_by = $3 where tenant_id = $1 and id = $2';
    await fixture.session.query(end, [tenantId, older.id, newer.id]);
    const seen = async () => {
      const read = await fixture.call(as(OWNER), getMemory, { params: { id: older.id } });
      const holding = await fixture.call(as(OWNER), listMemories, { query: { current: 'true' } });
      const { memories } = await fixture.call(as(OWNER), getMemoryTimeline, { params: { id: older.id } });
      const { validTo, replacedBy } = read;
      return { holds: validTo === null, replacedBy, timeline: idsOf(memories), holding: idsOf(holding.items) };
    };
    await fixture.setFacts(tenantId, [organizationWith()]);
    const whole = { replacedBy: newer.id, timeline: [older.id, newer.id] };
    expect(await seen()).toEqual({ holds: false, holding: [newer.id], ...whole });
    await fixture.setFacts(tenantId, [organizationWith({ conditions: { 'resource.tags': 'red' } })]);
    const alone = { replacedBy: null, timeline: [older.id] };
    expect(await seen()).toEqual({ holds: true, holding: [older.id], ...alone });
    await expect(fixture.call(as(OWNER), getMemoryTimeline, { params: { id: newer.id } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('a session is listed, and found by its outcome, if something of it is readable', async () => {
    const [open, closed] = [memory({ namespaceId: OPEN, tags: ['red'] }), memory({ namespaceId: CLOSED })];
    await storeMemories(fixture.session, tenantId, [open, closed]);
    await fixture.session.query(
      `insert into learn.sessions (tenant_id, environment, agent_id, namespace_id, session_id, revision, steps, last_seq)
       select tenant_id, environment, agent_id, namespace_id, session_id, nextval('learn.revisions'), 1, 1 from learn.memories
       where tenant_id = $1`,
      [tenantId],
    );
    await fixture.session.query(
      `insert into learn.session_summaries (tenant_id, environment, agent_id, namespace_id, session_id, outcome, identifiers)
       select tenant_id, environment, agent_id, namespace_id, session_id, 'failure', '{}' from learn.sessions
       where tenant_id = $1`,
      [tenantId],
    );
    const failed = (context: RequestContext, most = 10) =>
      fixture.bus.call(findEndedSessions, { outcomes: ['failure'], most }, context);
    const seen = async (userId: string) => {
      const { items, pagination } = await fixture.call(as(userId), listSessions);
      expect(pagination.total).toBe(items.length);
      const { sessions } = await failed(as(userId));
      const keys = items.map(({ id, agentId, namespaceId }) => ({ id, agentId, namespaceId }));
      expect(new Set(sessions)).toEqual(new Set(keys));
      return items.map(({ namespaceId }) => namespaceId);
    };
    await fixture.setFacts(tenantId, [organizationWith()]);
    expect(await seen(OWNER)).toEqual([CLOSED, OPEN]);
    expect(await seen(ANALYST)).toEqual([OPEN]);
    expect(await failed(as(OWNER), 1)).toMatchObject({ sessions: [{}], isTruncated: true });
    expect(await failed(as(OWNER), 2)).toMatchObject({ sessions: [{}, {}], isTruncated: false });
    expect(await failed(contextOf(newId('ten'), { id: OWNER }))).toEqual({ sessions: [], isTruncated: false });
    await fixture.setFacts(tenantId, [organizationWith({ conditions: { 'resource.tags': 'red' } })]);
    expect(await seen(OWNER)).toEqual([CLOSED]);
    expect(await seen(ANALYST)).toEqual([]);
  });

  test('the filters of a query apply together with policies', async () => {
    const seeds = await seedAll();
    await fixture.setFacts(tenantId, [organizationWith({ conditions: { 'resource.tags': 'red' } })]);
    const page = await fixture.call(as(OWNER), listMemories, { query: { agentId: 'ops' } });
    const visible = seeds.filter((seed) => seed.agentId === 'ops' && decide(as(OWNER), 'memory', seed));
    expect(visible.length).toBeGreaterThan(0);
    expect(idsOf(page.items)).toEqual(newestFirst(visible));
    expect(page.pagination.total).toBe(visible.length);
    const blue = seeds.filter((seed) => seed.tags.includes('blue') && decide(as(OWNER), 'memory', seed)).length;
    expect(blue).toBeGreaterThan(0);
    for (const [query, total] of [
      [{ tag: 'blue', type: 'fact', sessionId: 'run' }, blue],
      [{ tag: 'green' }, 0],
      [{ type: 'plan' }, 0],
      [{ sessionId: 'another' }, 0],
      [{ archived: 'true' }, 0],
    ] as const) {
      const { pagination } = await fixture.call(as(OWNER), listMemories, { query });
      expectLabelled(JSON.stringify(query), pagination.total).toBe(total);
    }
  });

  test('without policy facts only requests of the service itself are served', async () => {
    const [seed] = await seedAll();
    fixture.areFactsAvailable = false;
    try {
      const id = seed?.id ?? '';
      const calls = [
        fixture.call(as(OWNER), listMemories),
        fixture.call(as(OWNER), getMemory, { params: { id } }),
        fixture.call(as(OWNER), deleteMemory, { params: { id } }),
        fixture.call(as(OWNER), listArtifacts),
        fixture.call(as(OWNER), getArtifact, { params: { id: newId('art') } }),
      ];
      for (const result of await Promise.allSettled(calls))
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      const system = systemContext({ tenantId, environment: 'live' }, newId('req'));
      expect((await fixture.call(system, listMemories)).pagination.total).toBe(12);
      expect((await fixture.call(system, getMemory, { params: { id } })).id).toBe(id);
    } finally {
      fixture.areFactsAvailable = true;
    }
  });

  describe('Reading a hidden memory', () => {
    test('gives the error of an unknown memory, and the denial with its reason is in the audit log', async () => {
      const hidden = memory({ namespaceId: OPEN });
      await storeMemories(fixture.session, tenantId, [hidden]);
      await fixture.setFacts(tenantId, [organizationWith({ name: 'No reading', resource: `namespace:${OPEN}` })]);
      const context = as(MEMBER);
      const messageOf = (id: string) =>
        fixture.call(context, getMemory, { params: { id } }).then(String, (error: unknown) => String(error));
      expect(await messageOf(hidden.id)).toBe(await messageOf(newId('mem')));
      expect(await audited(1)).toMatchObject([
        {
          context: { actor: { id: MEMBER }, requestId: context.requestId },
          report: {
            place: { namespaceId: OPEN, agentId: 'ops' },
            entries: [
              {
                action: 'memory.read',
                resourceId: hidden.id,
                outcome: 'denied',
                changes: { reason: 'The policy "No reading" denies it' },
              },
            ],
          },
        },
      ]);
      expect(fixture.accesses.filter(({ context: { scope } }) => scope.tenantId === tenantId)).toEqual([]);
    });
  });

  describe('A hidden event', () => {
    test('is not listed by a memory that a policy allows in a denied namespace', async () => {
      const seed = memory({ namespaceId: OPEN });
      await storeMemories(fixture.session, tenantId, [seed]);
      const opened: Partial<PolicyFact> = { resource: `memory:${seed.id}`, effect: 'allow', priority: 1 };
      await fixture.setFacts(tenantId, [organizationWith(opened, { resource: `namespace:${OPEN}` })]);
      expect((await fixture.call(as(MEMBER), getMemory, { params: { id: seed.id } })).sourceEvents).toEqual([]);
      expect((await fixture.call(as(MEMBER), listMemories)).items[0]?.sourceEvents).toEqual([]);
    });

    test('is not listed if its own tags are denied, though the memory has the tags of all its events', async () => {
      const [open, closed] = [newId('evt'), newId('evt')];
      const place = { namespaceId: OPEN, agentId: 'ops' };
      fixture.events.set(open, { id: open, ...place, tags: ['red'] });
      fixture.events.set(closed, { id: closed, ...place, tags: ['blue'] });
      const seed = memory({ ...place, tags: ['blue', 'red'], sourceEvents: [open, closed] });
      const made = artifact({ ...place, tags: ['red'], sourceMemories: [seed.id], sourceEvents: [open, closed] });
      await storeMemories(fixture.session, tenantId, [seed]);
      await storeArtifacts(fixture.session, tenantId, [made]);
      await fixture.setFacts(tenantId, [organizationWith({ conditions: { 'resource.tags': { notIn: ['red'] } } })]);
      expect((await fixture.call(as(MEMBER), getMemory, { params: { id: seed.id } })).sourceEvents).toEqual([open]);
      expect((await fixture.call(as(MEMBER), listMemories)).items[0]?.sourceEvents).toEqual([open]);
      expect((await fixture.call(as(MEMBER), getArtifact, { params: { id: made.id } })).sourceEvents).toEqual([open]);
    });
  });

  artifactReadingRules({ fixture: () => fixture, tenantId: () => tenantId, as, audited });
});
