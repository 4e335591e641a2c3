import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { getMemory, listMemories } from '@strata/contracts/operations/memories';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { contextOf, ReadingFixture } from './reading-fixture.ts';
import { memory, storeMemories } from './knowledge-fixture.ts';

describeOnDatabase('What memories were given is on record', (backend) => {
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
      const given = fixture.accesses.filter(({ context }) => context.scope.tenantId === tenantId);
      return (await fixture.isOutboxEmpty(tenantId)) && given.length >= count && given;
    });
  const seed = async () => {
    const seeds = [memory({ agentId: 'one' }), memory({ agentId: 'two' }), memory({ agentId: 'one' })];
    await storeMemories(fixture.session, tenantId, seeds);
    return seeds.map(({ id }) => id);
  };

  test('one command a request, with every memory of the answer and no other, by place', async () => {
    const [first = '', second = '', third = ''] = await seed();
    const context = contextOf(tenantId, { type: 'api_key', id: newId('key'), agentId: 'reader' });
    await fixture.call(context, listMemories, { query: { limit: 2 } });
    await fixture.call(context, getMemory, { params: { id: first } });
    const given = await recorded(2);
    const told = { actor: context.actor, requestId: context.requestId };
    expect(given.sort((a, b) => (a.payload.action < b.payload.action ? -1 : 1))).toMatchObject([
      {
        context: told,
        payload: {
          action: 'list',
          accesses: [
            { place: { namespaceId: null, agentId: 'one' }, memoryIds: [third] },
            { place: { namespaceId: null, agentId: 'two' }, memoryIds: [second] },
          ],
        },
      },
      { context: told, payload: { action: 'read', accesses: [{ memoryIds: [first] }] } },
    ]);
    expect(new Set(given.map(({ payload }) => payload.accessId)).size).toBe(2);
  });

  test('a page with nothing on it leaves no record, nor does the service’s own work', async () => {
    const [first = ''] = await seed();
    const context = contextOf(tenantId);
    await fixture.call(context, listMemories, { query: { agentId: 'nobody' } });
    await fixture.call(systemContext(context.scope, newId('req')), listMemories);
    await expect(fixture.call(context, getMemory, { params: { id: newId('mem') } })).rejects.toMatchObject({
      code: 'not_found',
    });
    await fixture.call(context, getMemory, { params: { id: first } });
    expect((await recorded(1)).map(({ payload }) => payload.action)).toEqual(['read']);
  });

  test('a record that nobody took outlives the process, and is taken from the next', async () => {
    const [first = ''] = await seed();
    fixture.isRecording = false;
    try {
      await fixture.call(contextOf(tenantId), getMemory, { params: { id: first } });
      await fixture.restart();
    } finally {
      fixture.isRecording = true;
    }
    const given = await recorded(1);
    expect(given[0]?.payload).toMatchObject({ action: 'read', accesses: [{ memoryIds: [first] }] });
  });
});
