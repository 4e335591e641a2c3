import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readLineage, readLineageGraph } from '@strata/contracts/calls/learn';
import { getLineage, getLineageGraph } from '@strata/contracts/operations/lineage';
import { notFound } from '@strata/kernel/errors';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { errorWith, startOrganizationFixture, type OrganizationFixture } from './organization-fixture.ts';

const [record, graph] = [getLineage.examples[0]?.response, getLineageGraph.examples[0]?.response];

describeOnDatabase('Lineage', (backend) => {
  let fixture: OrganizationFixture;
  const reads: unknown[] = [];
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
    await fixture.bus.serve(readLineage, (request, { actor, requestId }) => {
      reads.push({ ...request, actorId: actor.id, requestId });
      return record === undefined || request.memoryId === 'mem_hidden'
        ? Promise.reject(notFound('The memory'))
        : Promise.resolve(record);
    });
    await fixture.bus.serve(readLineageGraph, () =>
      graph === undefined ? Promise.reject(notFound('The memory')) : Promise.resolve(graph),
    );
  });
  afterAll(() => fixture.close());

  test('is read as the member, in the organization of the path', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const params = { orgId, memoryId: 'mem_1' };
    expect(await fixture.call(owner, getLineage, { params })).toEqual(record);
    expect(await fixture.call(owner, getLineageGraph, { params })).toEqual(graph);
    const { requestId } = owner.context;
    expect(reads).toContainEqual({ organizationId: orgId, memoryId: 'mem_1', actorId: owner.userId, requestId });
  });

  describe('is not returned', () => {
    test('when the learn-compiler does not find the memory for the caller', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const params = { orgId, memoryId: 'mem_hidden' };
      await expect(fixture.call(owner, getLineage, { params })).rejects.toMatchObject(errorWith('not_found'));
    });

    test('to a viewer, without looking the memory up', async () => {
      const { orgId, owner } = await fixture.newOrganization();
      const viewer = await fixture.newMember(orgId, owner, 'viewer');
      const before = reads.length;
      for (const operation of [getLineage, getLineageGraph] as const)
        await expect(
          fixture.call(viewer, operation as typeof getLineage, { params: { orgId, memoryId: 'mem_1' } }),
        ).rejects.toMatchObject(errorWith('forbidden'));
      expect(reads).toHaveLength(before);
    });
  });
});
