import { expect, test } from '@jest/globals';
import { readLearnUsage } from '@strata/contracts/calls/learn';
import { operationCall } from '@strata/contracts/operation';
import { deleteMemory, getMemory } from '@strata/contracts/operations/memories';
import { tenant, type learnFixture } from './learn-fixture.ts';
import { writtenEvent } from './sessions-fixture.ts';

/** What the learn-compiler does with texts that are no memories. */
export function sideTextRules({
  bus,
  neighbours,
  learn,
  memories,
}: Omit<ReturnType<typeof learnFixture>, 'artifacts'>): void {
  test('keeps side texts for the index, and lists, counts and deletes memories only', async () => {
    const context = tenant();
    const say = (id: string, seq: number, content: string) =>
      writtenEvent('message', { role: 'Ada', content }, { id, seq, sessionId: 'chat' });
    neighbours.addEvents(context.scope, [say('q', 1, 'What did you paint?'), say('a', 2, 'I painted the harbour.')]);
    const job = await learn(context);
    expect(job.result).toMatchObject({ memories: { created: 1 } });
    const listed = await memories(context);
    expect(listed.map(({ content }) => content)).toEqual(['Ada: I painted the harbour.']);
    const indexed = neighbours.indexed(context.scope);
    expect([...indexed.values()].sort()).toEqual(['I painted the harbour.', 'What did you paint?']);
    const sideTextId = [...indexed.keys()].find((id) => id !== listed[0]?.id) ?? '';
    const request = { params: { id: sideTextId }, query: {} };
    const unknown = { code: 'not_found' };
    await expect(bus.call(operationCall(getMemory), request, context)).rejects.toMatchObject(unknown);
    await expect(bus.call(operationCall(deleteMemory), request, context)).rejects.toMatchObject(unknown);
    expect(neighbours.indexed(context.scope).has(sideTextId)).toBe(true);
    expect(await bus.call(readLearnUsage, { day: '2026-01-01' }, context)).toMatchObject({ memories: 1 });
  });
}
