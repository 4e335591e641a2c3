import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { eventually } from '@strata/testkit/eventually';
import { artifact, memory, startRig, type Rig } from './rig.ts';

const scope: TenantScope = { tenantId: 'harbour', environment: 'live' };
const key: Actor = { type: 'api_key', id: 'key_1', scopes: ['read'], agentId: 'helmsman' };

describeOnDatabase('the record of what was given', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
    await rig.index(scope, [
      memory('A buoy', { id: 'mem_a', agentId: 'one' }),
      memory('The buoy', { id: 'mem_b', agentId: 'one' }),
      memory('Some buoy', { id: 'mem_c' }),
      artifact('Pass a buoy', { id: 'art_a' }),
    ]);
  });
  afterAll(() => rig.close());

  const waiting = () => rig.sql('select 1 from synthesis.command_outbox');

  test('names every memory of the answer once, by place, with who asked; artifacts are none', async () => {
    const pack = await rig.ask(scope, { query: 'buoy' }, key);
    expect(pack.sections).toHaveLength(4);
    await eventually(() => Promise.resolve(rig.accesses.length === 1));
    const [{ context, payload } = { context: null, payload: null }] = rig.accesses;
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
    const before = rig.accesses.length;
    await rig.ask(scope, { query: 'buoy', includeMemories: false }, key);
    await rig.ask(scope, { query: 'nothing of that kind' }, key);
    await rig.ask(scope, { query: 'buoy' });
    expect(await waiting()).toEqual([]);
    expect(rig.accesses).toHaveLength(before);
  });

  test('outlives the process that answered', async () => {
    const told = rig.accesses.length;
    const first = await startRig(backend, {}, undefined, rig.database);
    first.recordAccesses('not');
    const pack = await first.ask(scope, { query: 'buoy' }, key);
    expect(pack.sections).toHaveLength(4);
    expect(first.accesses).toEqual([]);
    // As a kill would leave it: answered, and not relayed.
    await first.close();
    await eventually(() => Promise.resolve(rig.accesses.length > told));
    expect(
      rig.accesses
        .at(-1)
        ?.payload.accesses.flatMap(({ memoryIds }) => memoryIds)
        .sort(),
    ).toEqual(['mem_a', 'mem_b', 'mem_c']);
  });

  test('that cannot be kept is not answered', async () => {
    await rig.sql('alter table synthesis.command_outbox rename to outbox_away');
    await expect(rig.ask(scope, { query: 'buoy' }, key)).rejects.toThrow();
    await rig.sql('alter table synthesis.outbox_away rename to command_outbox');
    expect((await rig.ask(scope, { query: 'buoy' }, key)).sections).toHaveLength(4);
  });
});
