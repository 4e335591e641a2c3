import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeSubject } from '@strata/contracts/calls/learn';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { Environment } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { ANALYST, CLOSED, organizationWith, OPEN, OWNER } from './organization-fixture.ts';
import { contextOf, ReadingFixture } from './reading-fixture.ts';
import { artifact, memory, storeArtifacts, storeMemories } from './knowledge-fixture.ts';

describeOnDatabase('What policies look at of something stored', (backend) => {
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

  const describe = (kind: 'memory' | 'artifact', id: string, of = tenantId, environment: Environment = 'live') =>
    fixture.bus.call(describeSubject, { kind, id }, systemContext({ tenantId: of, environment }, newId('req')));
  const seen = ({ id, namespaceId, agentId, tags }: Pick<typeof first, 'id' | 'namespaceId' | 'agentId' | 'tags'>) => ({
    id,
    namespaceId,
    agentId,
    tags,
  });

  test('of a memory: where it lies, whose it is, its tags, and nothing more', async () => {
    expect(await describe('memory', first.id)).toEqual({ subject: seen(first), sources: [] });
    expect(await describe('memory', second.id)).toEqual({ subject: seen(second), sources: [] });
  });

  test('of an artifact: the same, and of every memory that it was compiled from', async () => {
    const sources = [first, second].map(seen).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await describe('artifact', compiled.id)).toEqual({ subject: seen(compiled), sources });
    expect(await describe('artifact', bare.id)).toEqual({ subject: seen(bare), sources: [] });
  });

  test('is nothing of another kind, of another partition, of another tenant, or of what is out of sight', async () => {
    const nothing = { subject: null, sources: [] };
    expect(await describe('artifact', first.id)).toEqual(nothing);
    expect(await describe('memory', compiled.id)).toEqual(nothing);
    expect(await describe('memory', first.id, tenantId, 'test')).toEqual(nothing);
    expect(await describe('artifact', compiled.id, newId('ten'))).toEqual(nothing);
    await fixture.session.query('update learn.artifacts set is_withdrawn = true where id = $1', [bare.id]);
    expect(await describe('artifact', bare.id)).toEqual(nothing);
  });

  test('is nothing of what the caller may not read, itself or by a memory behind it', async () => {
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
    expect(await by(ANALYST, 'memory', open.id)).toEqual({ subject: seen(open), sources: [] });
  });
});
