import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeSubject } from '@strata/contracts/calls/learn';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { Environment } from '@strata/kernel/tenant-scope';
import { describeOnDatabases } from '@strata/testkit/test-databases';
import { ReadingRig } from './reading-rig.ts';
import { artifact, memory, storeArtifacts, storeMemories } from './stored-knowledge.ts';

describeOnDatabases('What policies look at of something stored', (backend) => {
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
    ...{ id, namespaceId, agentId, tags },
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
});
