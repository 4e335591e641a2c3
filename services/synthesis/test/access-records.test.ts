import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Actor } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { eventually } from '@strata/testkit/eventually';
import { artifact, memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const scope: TenantScope = { tenantId: 'harbour', environment: 'live' };
const key: Actor = { type: 'api_key', id: 'key_1', scopes: ['read'], agentId: 'helmsman' };

describeOnDatabase('The access record', (backend) => {
  let fixture: SynthesisFixture;
  beforeAll(async () => {
    fixture = await startSynthesisFixture(backend);
    await fixture.index(scope, [
      memory('A buoy', { id: 'mem_a', agentId: 'one' }),
      memory('The buoy', { id: 'mem_b', agentId: 'one' }),
      memory('Some buoy', { id: 'mem_c' }),
      artifact('Pass a buoy', { id: 'art_a' }),
    ]);
  });
  afterAll(() => fixture.close());

  const waiting = () => fixture.sql('select 1 from synthesis.command_outbox');

  it('names every memory of the pack once, by place, and the actor; artifacts are not in it', async () => {
    const pack = await fixture.synthesize(scope, { query: 'buoy' }, key);
    expect(pack.sections).toHaveLength(4);
    await eventually(() => Promise.resolve(fixture.accesses.length === 1));
    const [{ context, payload } = { context: null, payload: null }] = fixture.accesses;
    expect(context).toMatchObject({ actor: key, scope, requestId: 'req_test' });
    expect(payload?.action).toBe('synthesize');
    expect(payload?.accesses.map(({ place, memoryIds }) => [place, [...memoryIds].sort()])).toEqual(
      expect.arrayContaining([
        [{ namespaceId: null, agentId: 'one' }, ['mem_a', 'mem_b']],
        [{ namespaceId: null, agentId: null }, ['mem_c']],
      ]),
    );
    await eventually(async () => (await waiting()).length === 0);
  });

  it('names the memories of which an explanation shows the text', async () => {
    const before = fixture.accesses.length;
    const pack = await fixture.synthesize(scope, { query: 'buoy', maxTokens: 12, explain: true }, key);
    expect(pack.excluded?.some(({ content }) => content !== undefined)).toBe(true);
    await eventually(() => Promise.resolve(fixture.accesses.length > before));
    const named = fixture.accesses.at(-1)?.payload.accesses.flatMap(({ memoryIds }) => memoryIds) ?? [];
    expect(named.sort()).toEqual(['mem_a', 'mem_b', 'mem_c']);
    await eventually(async () => (await waiting()).length === 0);
  });

  it('is not written for a pack without memories, which events are not, nor for the service itself', async () => {
    const before = fixture.accesses.length;
    await fixture.synthesize(scope, { query: 'buoy', includeMemories: false }, key);
    await fixture.synthesize(scope, { query: 'nothing of that kind' }, key);
    await fixture.synthesize(scope, { query: 'buoy' });
    await fixture.setUnlearned(scope, new Map([['evt_1', memory('A captured pier')]]));
    expect((await fixture.synthesize(scope, { query: 'pier' }, key)).sections).toHaveLength(1);
    await fixture.setUnlearned(scope, new Map());
    expect(await waiting()).toEqual([]);
    expect(fixture.accesses).toHaveLength(before);
  });

  it('outlives the process that made the pack', async () => {
    const before = fixture.accesses.length;
    const first = await startSynthesisFixture(backend, {}, undefined, fixture.database);
    first.setAccessLog('down');
    const pack = await first.synthesize(scope, { query: 'buoy' }, key);
    expect(pack.sections).toHaveLength(4);
    expect(first.accesses).toEqual([]);
    // As after a kill: the pack is returned, and the record is still in the outbox.
    await first.close();
    await eventually(() => Promise.resolve(fixture.accesses.length > before));
    expect(
      fixture.accesses
        .at(-1)
        ?.payload.accesses.flatMap(({ memoryIds }) => memoryIds)
        .sort(),
    ).toEqual(['mem_a', 'mem_b', 'mem_c']);
  });

  it('is written before the caller gets the pack: without it, synthesize fails', async () => {
    await fixture.sql('alter table synthesis.command_outbox rename to outbox_away');
    await expect(fixture.synthesize(scope, { query: 'buoy' }, key)).rejects.toThrow();
    await fixture.sql('alter table synthesis.outbox_away rename to command_outbox');
    expect((await fixture.synthesize(scope, { query: 'buoy' }, key)).sections).toHaveLength(4);
  });
});
