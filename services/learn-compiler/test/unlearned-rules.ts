import { expect, test } from '@jest/globals';
import { findUnlearned } from '@strata/contracts/calls/learn';
import { operationCall } from '@strata/contracts/operation';
import { deleteMemory } from '@strata/contracts/operations/memories';
import { eventually } from '@strata/testkit/eventually';
import { tenant, type learnFixture } from './learn-fixture.ts';
import { writtenEvent } from './sessions-fixture.ts';

/** What the learn-compiler says of events that are not in the search index yet. */
export function unlearnedRules({
  bus,
  neighbours,
  learn,
  memories,
}: Omit<ReturnType<typeof learnFixture>, 'artifacts'>): void {
  test('shows what is not in the index yet as it will be once it is learned', async () => {
    const context = tenant();
    const unlearned = async () => bus.call(findUnlearned, { tags: [] }, context);
    expect(await unlearned()).toEqual({ memories: [], isEmpty: true });
    const say = (id: string, seq: number, content: string) =>
      neighbours.addEvents(context.scope, [writtenEvent('message', { role: 'user', content }, { id, seq })]);
    say('first', 1, 'The spare key hangs behind the boiler');
    await learn(context);
    expect(await unlearned()).toEqual({ memories: [], isEmpty: true });

    say('again', 2, 'The spare key hangs behind the boiler');
    say('new', 3, 'The bicycle pump lies under the stairs');
    const { memories: drafted, isEmpty } = await unlearned();
    expect(drafted.map(({ eventId, body, position }) => [eventId, body, position])).toEqual([
      ['new', 'The bicycle pump lies under the stairs', 1],
    ]);
    expect(isEmpty).toBe(false);

    neighbours.indexFailures = 1;
    await learn(context);
    await eventually(async () => (await unlearned()).isEmpty);
    const [learned] = (await memories(context)).filter(({ content }) => content.includes('pump'));
    expect(learned?.id).toBe(drafted[0]?.id);

    if (learned !== undefined)
      await bus.call(operationCall(deleteMemory), { params: { id: learned.id }, query: {} }, context);
    say('deleted', 4, 'The bicycle pump lies under the stairs');
    expect((await unlearned()).memories).toEqual([]);
  });

  test('says how the session of a text ended once its verdict is captured', async () => {
    const context = tenant();
    const of = (sessionId: string, seq: number) => ({ id: `${sessionId}${String(seq)}`, seq, sessionId });
    const said = (sessionId: string, seq: number) =>
      writtenEvent('message', { role: 'user', content: `The ${sessionId} pump needs a seal` }, of(sessionId, seq));
    const ended = (sessionId: string, seq: number, passed: boolean) =>
      writtenEvent('test_run', { name: 'task', passed }, of(sessionId, seq));
    neighbours.addEvents(context.scope, [
      ...[said('bad', 1), ended('bad', 2, false), said('good', 3), ended('good', 4, true), said('open', 5)],
      ...['bad', 'good'].map((sessionId, n) =>
        writtenEvent('message', { role: 'user', content: 'The pump of both leaks oil' }, of(sessionId, 6 + n)),
      ),
    ]);
    const { memories: found } = await bus.call(findUnlearned, { tags: [] }, context);
    expect(found.map(({ sessionId, outcome }) => [sessionId, outcome])).toEqual([
      ['bad', 'failure'],
      ['good', 'success'],
      ['open', null],
      ['bad', null],
    ]);
  });

  test('shows compiled memories that could not be sent to the index', async () => {
    const context = tenant();
    neighbours.addEvents(context.scope, [
      writtenEvent('message', { role: 'user', content: 'The fuse box is in the cellar' }),
    ]);
    neighbours.indexFailures = Infinity;
    const learning = learn(context);
    await eventually(() => Promise.resolve(neighbours.uncompiled(context.scope) === 0));
    const { memories: waiting } = await bus.call(findUnlearned, { tags: [] }, context);
    expect(waiting).toMatchObject([{ body: 'The fuse box is in the cellar', eventId: null }]);
    neighbours.indexFailures = 0;
    await learning;
    await learn(context);
    expect(await bus.call(findUnlearned, { tags: [] }, context)).toEqual({ memories: [], isEmpty: true });
  });
}
