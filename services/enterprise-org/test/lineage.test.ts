import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readLineage, readLineageGraph } from '@strata/contracts/calls/learn';
import { getLineage, getLineageGraph } from '@strata/contracts/operations/lineage';
import { notFound } from '@strata/kernel/errors';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { refused, startRig, type Rig } from './rig.ts';

const [record, graph] = [getLineage.examples[0]?.response, getLineageGraph.examples[0]?.response];

describeOnDatabase('Lineage', (backend) => {
  let rig: Rig;
  const asked: unknown[] = [];
  beforeAll(async () => {
    rig = await startRig(backend);
    await rig.bus.serve(readLineage, (request, { actor, requestId }) => {
      asked.push({ ...request, actorId: actor.id, requestId });
      return record === undefined || request.memoryId === 'mem_hidden'
        ? Promise.reject(notFound('The memory'))
        : Promise.resolve(record);
    });
    await rig.bus.serve(readLineageGraph, () =>
      graph === undefined ? Promise.reject(notFound('The memory')) : Promise.resolve(graph),
    );
  });
  afterAll(() => rig.close());

  test('is asked for in the name of the member, within the organization that let them in', async () => {
    const { orgId, owner } = await rig.found();
    const params = { orgId, memoryId: 'mem_1' };
    expect(await rig.ask(owner, getLineage, { params })).toEqual(record);
    expect(await rig.ask(owner, getLineageGraph, { params })).toEqual(graph);
    const { requestId } = owner.context;
    expect(asked).toContainEqual({ organizationId: orgId, memoryId: 'mem_1', actorId: owner.userId, requestId });
  });

  describe('is not told', () => {
    test('where whoever keeps the memory does not tell it', async () => {
      const { orgId, owner } = await rig.found();
      const params = { orgId, memoryId: 'mem_hidden' };
      await expect(rig.ask(owner, getLineage, { params })).rejects.toMatchObject(refused('not_found'));
    });

    test('to a viewer, for whom the memory is not even looked up', async () => {
      const { orgId, owner } = await rig.found();
      const viewer = await rig.join(orgId, owner, 'viewer');
      const before = asked.length;
      for (const operation of [getLineage, getLineageGraph] as const)
        await expect(
          rig.ask(viewer, operation as typeof getLineage, { params: { orgId, memoryId: 'mem_1' } }),
        ).rejects.toMatchObject(refused('forbidden'));
      expect(asked).toHaveLength(before);
    });
  });
});
