import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { eventually } from '@strata/testkit/eventually';
import { artifact, memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const scope: TenantScope = { tenantId: 'harbour', environment: 'live' };
const key: Actor = { type: 'api_key', id: 'key_1', scopes: ['read'], agentId: 'helmsman' };

describeOnDatabase('the record of what was given', (backend) => {
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

  test('names every memory of the answer once, by place, with who asked; artifacts are none', async () => {
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

  test('is not kept of answers without a memory, nor of what the service asks for itself', async () => {
    const before = fixture.accesses.length;
    await fixture.synthesize(scope, { query: 'buoy', includeMemories: false }, key);
    await fixture.synthesize(scope, { query: 'nothing of that kind' }, key);
    await fixture.synthesize(scope, { query: 'buoy' });
    expect(await waiting()).toEqual([]);
    expect(fixture.accesses).toHaveLength(before);
  });

  test('outlives the process that answered', async () => {
    const told = fixture.accesses.length;
    const first = await startSynthesisFixture(backend, {}, undefined, fixture.database);
    first.setAccessLog('not');
    const pack = await first.synthesize(scope, { query: 'buoy' }, key);
    expect(pack.sections).toHaveLength(4);
    expect(first.accesses).toEqual([]);
    // As a kill would leave it: answered, and not relayed.
    await first.close();
    await eventually(() => Promise.resolve(fixture.accesses.length > told));
    expect(
      fixture.accesses
        .at(-1)
        ?.payload.accesses.flatMap(({ memoryIds }) => memoryIds)
        .sort(),
    ).toEqual(['mem_a', 'mem_b', 'mem_c']);
  });

  test('that cannot be kept is not answered', async () => {
    await fixture.sql('alter table synthesis.command_outbox rename to outbox_away');
    await expect(fixture.synthesize(scope, { query: 'buoy' }, key)).rejects.toThrow();
    await fixture.sql('alter table synthesis.outbox_away rename to command_outbox');
    expect((await fixture.synthesize(scope, { query: 'buoy' }, key)).sections).toHaveLength(4);
  });
});
