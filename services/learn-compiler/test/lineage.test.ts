import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readLineage, readLineageGraph } from '@strata/contracts/calls/learn';
import type { OrganizationFacts } from '@strata/contracts/schemas/policy-facts';
import { lineageGraphSchema, lineageSchema, type LineageGraph } from '@strata/contracts/schemas/lineage';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { denyPolicy, ORGANIZATION } from './organization-fixture.ts';
import { contextOf, organization, ReadingFixture } from './reading-fixture.ts';
import { artifact, memory, storeArtifacts, storeMemories, type MemorySeed } from './knowledge-fixture.ts';

const AGENT = newId('agt');

const organizationWith = (...policies: OrganizationFacts['policies']): OrganizationFacts =>
  organization({ id: ORGANIZATION, agents: [{ id: AGENT, teamId: null }], policies });

const events = (count: number): string[] => Array.from({ length: count }, () => newId('evt'));
const kindsOf = ({ nodes }: LineageGraph) => {
  const of = (kind: string) => nodes.filter((node) => node.kind === kind).map(({ id }) => id);
  return { events: of('event'), memories: of('memory'), artifacts: of('artifact') };
};

describeOnDatabase('Lineage', (backend) => {
  let fixture: ReadingFixture;
  let context: RequestContext;
  let tenantId: string;
  beforeAll(async () => {
    fixture = await ReadingFixture.open(backend);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    tenantId = newId('ten');
    context = contextOf(tenantId);
    await fixture.setFacts(tenantId, [organizationWith()]);
  });

  const recordOf = async (memoryId: string, organizationId = ORGANIZATION) =>
    lineageSchema.parse(await fixture.bus.call(readLineage, { organizationId, memoryId }, context));
  const graphOf = async (memoryId: string, organizationId = ORGANIZATION) => {
    const graph = lineageGraphSchema.parse(
      await fixture.bus.call(readLineageGraph, { organizationId, memoryId }, context),
    );
    const ids = graph.nodes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { from, to } of graph.edges) expect(ids).toEqual(expect.arrayContaining([from, to]));
    return graph;
  };
  const keep = (seed: Omit<MemorySeed, 'content'>, tagsOf: (at: number) => readonly string[] = () => []): void => {
    for (const [at, id] of seed.sourceEvents.entries())
      fixture.events.set(id, { id, namespaceId: seed.namespaceId, agentId: seed.agentId, tags: tagsOf(at) });
  };
  const accesses = () =>
    eventually(async () => {
      if (!(await fixture.isOutboxEmpty(tenantId))) return false;
      const own = fixture.accesses.filter(({ context: { scope } }) => scope.tenantId === tenantId);
      return own.map(({ payload }) => payload);
    });

  /** A memory `own` with two events; an artifact of it; and an artifact of it and another memory, which has one event. */
  const seedSmall = async () => {
    const own = memory({
      agentId: AGENT,
      content: `${'a'.repeat(79)}😀 and more`,
      sourceEvents: events(2),
      tags: ['own'],
    });
    const other = memory({ agentId: AGENT, content: 'Elsewhere', sourceEvents: events(1), tags: ['other'] });
    const strange = memory({ agentId: AGENT, sourceEvents: events(1) });
    await storeMemories(fixture.session, tenantId, [own, other, strange]);
    [own, other, strange].forEach((seed) => {
      keep(seed);
    });
    const place = { agentId: AGENT };
    const single = artifact({ ...place, title: 'Of one', sourceMemories: [own.id] });
    const both = artifact({ ...place, title: 'Of both', sourceMemories: [own.id, other.id] });
    const foreign = artifact({ ...place, sourceMemories: [strange.id] });
    await storeArtifacts(fixture.session, tenantId, [single, both, foreign]);
    return { own, other, single, both };
  };

  describe('A lineage record', () => {
    test('lists the events and artifacts of a memory, newest first, and is in the access log', async () => {
      const { own, single, both } = await seedSmall();
      const [first = '', second = ''] = own.sourceEvents;
      const record = await recordOf(own.id);
      expect(record).toMatchObject({
        memoryId: own.id,
        sourceEvents: [second, first],
        derivedArtifacts: [both.id, single.id],
        totals: { sourceEvents: 2, derivedArtifacts: 2 },
        truncated: false,
      });
      expect(record.lineage.map(({ from, to, type }) => [from, type, to])).toEqual([
        [second, 'captured_from', own.id],
        [first, 'captured_from', own.id],
        [own.id, 'compiled_into', both.id],
        [own.id, 'compiled_into', single.id],
      ]);
      expect(await accesses()).toMatchObject([
        { action: 'lineage', accesses: [{ place: { namespaceId: null, agentId: AGENT }, memoryIds: [own.id] }] },
      ]);
    });

    test('neither lists nor counts hidden items', async () => {
      const { own, other, single, both } = await seedSmall();
      await fixture.setFacts(tenantId, [organizationWith(denyPolicy({ resource: `memory:${other.id}` }))]);
      expect(await recordOf(own.id)).toMatchObject({
        derivedArtifacts: [single.id],
        totals: { sourceEvents: 2, derivedArtifacts: 1 },
        truncated: false,
      });
      await fixture.setFacts(tenantId, [organizationWith(denyPolicy({ resource: `artifact:${single.id}` }))]);
      expect((await recordOf(own.id)).derivedArtifacts).toEqual([both.id]);
      const opened = denyPolicy({ id: 'pol_2', effect: 'allow', resource: `memory:${own.id}`, priority: 1 });
      await fixture.setFacts(tenantId, [organizationWith(opened, denyPolicy({ resource: 'memory:*' }))]);
      expect(await recordOf(own.id)).toMatchObject({
        sourceEvents: [],
        // The policy allows the memory by its id, but neither its events nor what its artifacts rest on.
        totals: { sourceEvents: 0, derivedArtifacts: 0 },
      });
    });

    test('lists events by their own tags if policies look at tags', async () => {
      const own = memory({ agentId: AGENT, sourceEvents: events(4), tags: ['red'] });
      await storeMemories(fixture.session, tenantId, [own]);
      keep(own, (at) => (at % 2 === 0 ? ['red'] : []));
      await fixture.setFacts(tenantId, [
        organizationWith(denyPolicy({ conditions: { 'resource.tags': { notIn: ['red'] } } })),
      ]);
      const [first, , third] = own.sourceEvents;
      expect(await recordOf(own.id)).toMatchObject({
        sourceEvents: [third, first],
        totals: { sourceEvents: 2 },
        truncated: false,
      });
      expect(kindsOf(await graphOf(own.id)).events).toEqual([third, first]);
    });
  });

  describe('A lineage graph', () => {
    test('contains the events and artifacts of a memory, and the other memories of those artifacts with their events', async () => {
      const { own, other, single, both } = await seedSmall();
      const graph = await graphOf(own.id);
      expect(kindsOf(graph)).toEqual({
        events: [own.sourceEvents[1], own.sourceEvents[0], other.sourceEvents[0]],
        memories: [own.id, other.id],
        artifacts: [both.id, single.id],
      });
      expect(graph.edges.map(({ from, to }) => [from, to]).sort()).toEqual(
        [
          ...own.sourceEvents.map((id) => [id, own.id]),
          ...other.sourceEvents.map((id) => [id, other.id]),
          ...[single, both].map(({ id }) => [own.id, id]),
          [other.id, both.id],
        ].sort(),
      );
      expect(graph.truncated).toBe(false);
      const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
      expect(labels.get(own.id)).toBe(`fact: ${'a'.repeat(79)}😀`);
      expect(labels.get(both.id)).toBe('Of both');
      expect(labels.get(own.sourceEvents[0] ?? '')).toBe('message');
      expect(
        (await accesses()).flatMap(({ accesses }) => accesses.flatMap(({ memoryIds }) => memoryIds)).sort(),
      ).toEqual([own.id, other.id].sort());
    });

    test('leaves out hidden items', async () => {
      const { own, other, single } = await seedSmall();
      await fixture.setFacts(tenantId, [organizationWith(denyPolicy({ conditions: { 'resource.tags': 'other' } }))]);
      const graph = await graphOf(own.id);
      expect(kindsOf(graph)).toMatchObject({ memories: [own.id], artifacts: [single.id] });
      expect(graph.truncated).toBe(false);
      expect(JSON.stringify(graph)).not.toContain(other.id);
    });

    test('labels a deleted event "event"', async () => {
      const { own } = await seedSmall();
      const [gone = ''] = own.sourceEvents;
      fixture.events.delete(gone);
      expect((await graphOf(own.id)).nodes.find(({ id }) => id === gone)).toMatchObject({
        kind: 'event',
        label: 'event',
      });
    });
  });

  describe.each(['record', 'graph'] as const)('The lineage %s of a memory', (which) => {
    const ask = (memoryId: string, organizationId?: string): Promise<unknown> =>
      which === 'record' ? recordOf(memoryId, organizationId) : graphOf(memoryId, organizationId);

    test('that is hidden is not found, and the denial is in the audit log', async () => {
      const { own } = await seedSmall();
      await fixture.setFacts(tenantId, [organizationWith(denyPolicy({ resource: `agent:${AGENT}` }))]);
      await expect(ask(own.id)).rejects.toMatchObject({ code: 'not_found' });
      const reports = await eventually(() => {
        const own = fixture.audit.filter((entry) => entry.context.scope.tenantId === tenantId);
        return Promise.resolve(own.length > 0 && own);
      });
      expect(reports).toMatchObject([
        {
          report: {
            place: { namespaceId: null, agentId: AGENT },
            entries: [{ action: 'lineage.read', resourceId: own.id, outcome: 'denied' }],
          },
        },
      ]);
      expect(await accesses()).toEqual([]);
    });

    test('that another organization governs, or that does not exist, is not found', async () => {
      const { own } = await seedSmall();
      const free = memory({ agentId: 'free' });
      await storeMemories(fixture.session, tenantId, [free]);
      await fixture.setFacts(tenantId, [organizationWith(), organization({ id: 'org_other' })]);
      await expect(ask(own.id, 'org_other')).rejects.toMatchObject({ code: 'not_found' });
      await expect(ask(newId('mem'))).rejects.toMatchObject({ code: 'not_found' });
      await ask(own.id);
      // Any organization may read data that no organization governs.
      await ask(free.id, 'org_other');
    });
  });

  test('record and graph are truncated to the nearest of 5,000 events and 2,000 artifacts, and say so', async () => {
    const own = memory({ agentId: AGENT, sourceEvents: events(5000) });
    const others = Array.from({ length: 300 }, () => memory({ agentId: AGENT, sourceEvents: events(3) }));
    await storeMemories(fixture.session, tenantId, [own, ...others]);
    const behind = [own, ...others].map(({ id }) => id);
    const made = Array.from({ length: 2000 }, () => artifact({ agentId: AGENT, sourceMemories: [own.id] }));
    const wide = artifact({ agentId: AGENT, sourceMemories: behind });
    await storeArtifacts(fixture.session, tenantId, [...made, wide]);
    // Both databases would do this by themselves a little later.
    await fixture.session.query('analyze');

    const record = await recordOf(own.id);
    expect(record.totals).toEqual({ sourceEvents: 5000, derivedArtifacts: 2001 });
    expect(record.truncated).toBe(true);
    expect(record.sourceEvents).toEqual([...own.sourceEvents].reverse().slice(0, 1000));
    expect(record.derivedArtifacts).toEqual([wide, ...made.reverse()].slice(0, 1000).map(({ id }) => id));
    expect(record.lineage).toHaveLength(2000);

    const graph = await graphOf(own.id);
    expect(graph.nodes).toHaveLength(1000);
    expect(graph.truncated).toBe(true);
    expect(graph.nodes[0]?.id).toBe(own.id);
    const kinds = kindsOf(graph);
    expect(kinds.memories).toEqual([own.id]);
    expect(kinds.events).toEqual(record.sourceEvents.slice(0, 500));
    expect(kinds.artifacts).toEqual(record.derivedArtifacts.slice(0, 499));

    // With fewer near items, the graph has room for farther ones.
    const [far] = others;
    const around = await graphOf(far?.id ?? '');
    expect(kindsOf(around).memories).toHaveLength(301);
    expect(around.truncated).toBe(true);
    expect(around.nodes.length).toBeLessThanOrEqual(1000);
  });
});
