import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { getMemory, listMemories } from '@strata/contracts/operations/memories';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { contextOf, ReadingFixture } from './reading-fixture.ts';
import { memory, storeMemories } from './knowledge-fixture.ts';

describeOnDatabase('The access log', (backend) => {
  let fixture: ReadingFixture;
  let tenantId: string;
  beforeAll(async () => {
    fixture = await ReadingFixture.open(backend);
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    tenantId = newId('ten');
  });
  const recorded = (count: number) =>
    eventually(async () => {
      if (!(await fixture.isOutboxEmpty(tenantId))) return false;
      const accesses = fixture.accesses.filter(({ context }) => context.scope.tenantId === tenantId);
      return accesses.length >= count && accesses;
    });
  const seed = async () => {
    const seeds = [memory({ agentId: 'one' }), memory({ agentId: 'two' }), memory({ agentId: 'one' })];
    await storeMemories(fixture.session, tenantId, seeds);
    return seeds.map(({ id }) => id);
  };

  test('receives one command per request, with exactly the memories of the response, by place', async () => {
    const [first = '', second = '', third = ''] = await seed();
    const context = contextOf(tenantId, { type: 'api_key', id: newId('key'), agentId: 'reader' });
    await fixture.call(context, listMemories, { query: { limit: 2 } });
    await fixture.call(context, getMemory, { params: { id: first } });
    const accesses = await recorded(2);
    const request = { actor: context.actor, requestId: context.requestId };
    expect(accesses.sort((a, b) => (a.payload.action < b.payload.action ? -1 : 1))).toMatchObject([
      {
        context: request,
        payload: {
          action: 'list',
          accesses: [
            { place: { namespaceId: null, agentId: 'one' }, memoryIds: [third] },
            { place: { namespaceId: null, agentId: 'two' }, memoryIds: [second] },
          ],
        },
      },
      { context: request, payload: { action: 'read', accesses: [{ memoryIds: [first] }] } },
    ]);
    expect(new Set(accesses.map(({ payload }) => payload.accessId)).size).toBe(2);
  });

  test('receives nothing for an empty page or for requests of the service itself', async () => {
    const [first = ''] = await seed();
    const context = contextOf(tenantId);
    await fixture.call(context, listMemories, { query: { agentId: 'unknown' } });
    await fixture.call(systemContext(context.scope, newId('req')), listMemories);
    await expect(fixture.call(context, getMemory, { params: { id: newId('mem') } })).rejects.toMatchObject({
      code: 'not_found',
    });
    await fixture.call(context, getMemory, { params: { id: first } });
    expect((await recorded(1)).map(({ payload }) => payload.action)).toEqual(['read']);
  });

  test('receives a record that an earlier process could not send', async () => {
    const [first = ''] = await seed();
    fixture.isRecording = false;
    try {
      await fixture.call(contextOf(tenantId), getMemory, { params: { id: first } });
      await fixture.restart();
    } finally {
      fixture.isRecording = true;
    }
    const [access] = await recorded(1);
    expect(access?.payload).toMatchObject({ action: 'read', accesses: [{ memoryIds: [first] }] });
  });
});
