import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeSubject } from '@strata/contracts/calls/learn';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { Environment } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { ANALYST, CLOSED, organizationWith, OPEN, OWNER } from './organization-fixture.ts';
import { contextOf, ReadingFixture } from './reading-fixture.ts';
import { artifact, memory, storeArtifacts, storeMemories } from './knowledge-fixture.ts';

describeOnDatabase('describeSubject', (backend) => {
  const tenantId = newId('ten');
  const first = memory({ namespaceId: newId('nsp'), tags: ['salary', 'ß'] });
  const second = memory({ agentId: null });
  const compiled = artifact({ tags: ['a'], sourceMemories: [first.id, second.id] });
  const bare = artifact();
  let fixture: ReadingFixture;
  beforeAll(async () => {
    fixture = await ReadingFixture.open(backend);
    await storeMemories(fixture.session, tenantId, [first, second]);
    await storeArtifacts(fixture.session, tenantId, [compiled, bare]);
  });
  afterAll(() => fixture.close());

  const describeItem = (kind: 'memory' | 'artifact', id: string, of = tenantId, environment: Environment = 'live') =>
    fixture.bus.call(describeSubject, { kind, id }, systemContext({ tenantId: of, environment }, newId('req')));
  const itemOf = ({
    id,
    namespaceId,
    agentId,
    tags,
  }: Pick<typeof first, 'id' | 'namespaceId' | 'agentId' | 'tags'>) => ({
    id,
    namespaceId,
    agentId,
    tags,
  });

  test('returns the namespace, agent and tags of a memory, and nothing else', async () => {
    expect(await describeItem('memory', first.id)).toEqual({ subject: itemOf(first), sources: [] });
    expect(await describeItem('memory', second.id)).toEqual({ subject: itemOf(second), sources: [] });
  });

  test('returns the same for an artifact and every memory that it was compiled from', async () => {
    const sources = [first, second].map(itemOf).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await describeItem('artifact', compiled.id)).toEqual({ subject: itemOf(compiled), sources });
    expect(await describeItem('artifact', bare.id)).toEqual({ subject: itemOf(bare), sources: [] });
  });

  test('returns nothing for an id of another kind, environment or tenant, or of a withdrawn artifact', async () => {
    const nothing = { subject: null, sources: [] };
    expect(await describeItem('artifact', first.id)).toEqual(nothing);
    expect(await describeItem('memory', compiled.id)).toEqual(nothing);
    expect(await describeItem('memory', first.id, tenantId, 'test')).toEqual(nothing);
    expect(await describeItem('artifact', compiled.id, newId('ten'))).toEqual(nothing);
    await fixture.session.query('update learn.artifacts set is_withdrawn = true where id = $1', [bare.id]);
    expect(await describeItem('artifact', bare.id)).toEqual(nothing);
  });

  test('returns nothing for a memory or artifact that the caller may not read, nor for one with a hidden source', async () => {
    const [of, nothing] = [newId('ten'), { subject: null, sources: [] }];
    const open = memory({ namespaceId: OPEN });
    const tagged = memory({ namespaceId: OPEN, tags: ['salary'] });
    const closed = memory({ namespaceId: CLOSED });
    const [rests, shut] = [
      artifact({ namespaceId: OPEN, sourceMemories: [open.id, tagged.id] }),
      artifact({ namespaceId: CLOSED }),
    ];
    await storeMemories(fixture.session, of, [open, tagged, closed]);
    await storeArtifacts(fixture.session, of, [rests, shut]);
    await fixture.setFacts(of, [
      organizationWith({ conditions: { 'resource.tags': 'salary', 'principal.id': ANALYST } }),
    ]);
    const by = (id: string, kind: 'memory' | 'artifact', subject: string) =>
      fixture.bus.call(describeSubject, { kind, id: subject }, contextOf(of, { id }));
    for (const [kind, { id }] of [
      ['memory', tagged],
      ['memory', closed],
      ['artifact', rests],
      ['artifact', shut],
    ] as const) {
      expect(await by(ANALYST, kind, id)).toEqual(nothing);
      expect((await by(OWNER, kind, id)).subject?.id).toBe(id);
    }
    expect(await by(ANALYST, 'memory', open.id)).toEqual({ subject: itemOf(open), sources: [] });
  });
});
