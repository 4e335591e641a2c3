import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeSubject } from '@strata/contracts/calls/learn';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { Environment } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { ANALYST, CLOSED, harbour, OPEN, OWNER } from './harbour.ts';
import { caller, ReadingRig } from './reading-rig.ts';
import { artifact, memory, storeArtifacts, storeMemories } from './stored-knowledge.ts';

describeOnDatabase('What policies look at of something stored', (backend) => {
  const tenantId = newId('ten');
  const first = memory({ namespaceId: newId('nsp'), tags: ['salary', 'ß'] });
  const second = memory({ agentId: null });
  const compiled = artifact({ tags: ['a'], sourceMemories: [first.id, second.id] });
  const bare = artifact();
  let rig: ReadingRig;
  beforeAll(async () => {
    rig = await ReadingRig.open(backend);
    await storeMemories(rig.session, tenantId, [first, second]);
    await storeArtifacts(rig.session, tenantId, [compiled, bare]);
  });
  afterAll(() => rig.close());

  const describe = (kind: 'memory' | 'artifact', id: string, of = tenantId, environment: Environment = 'live') =>
    rig.bus.call(describeSubject, { kind, id }, systemContext({ tenantId: of, environment }, newId('req')));
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
    await rig.session.query('update learn.artifacts set is_withdrawn = true where id = $1', [bare.id]);
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
    await storeMemories(rig.session, of, [open, tagged, closed]);
    await storeArtifacts(rig.session, of, [rests, shut]);
    await rig.setFacts(of, [harbour({ conditions: { 'resource.tags': 'salary', 'principal.id': ANALYST } })]);
    const by = (id: string, kind: 'memory' | 'artifact', subject: string) =>
      rig.bus.call(describeSubject, { kind, id: subject }, caller(of, { id }));
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
