import { expect, test } from '@jest/globals';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { tenant } from './learn-fixture.ts';
import { lifecycleFixture } from './lifecycle-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

/** The most bytes that PostgreSQL's text search takes for one entry. */
const MAX_BYTES = 2 ** 20;

describeOnDatabase('An artifact', (backend) => {
  const { neighbours, learn, artifacts } = lifecycleFixture(backend);

  test('has the tags of all events that it rests on, including those without a memory', async () => {
    const context = tenant();
    // A call without input becomes a step, but no memory.
    const events = supportEvents().map((event) =>
      event.type === 'tool_call'
        ? { ...event, payload: { ...(event.payload as object), input: {} }, tags: ['silent'] }
        : { ...event, tags: [event.type] },
    );
    await learn(context, events);
    const tagsOf = new Map(events.map(({ id, tags }) => [id, tags]));
    const made = await artifacts(context);
    expect(made.length).toBeGreaterThan(0);
    for (const { sourceEvents, metadata } of made)
      expect(metadata.tags).toEqual(expect.arrayContaining(sourceEvents.flatMap((id) => tagsOf.get(id) ?? [])));
    expect(made.some(({ metadata }) => (metadata.tags as string[]).includes('silent'))).toBe(true);
  });

  test('is indexed only if the index has room for all its tags', async () => {
    const context = tenant();
    const events = supportEvents('support', 0, 30).map((event, at) => ({
      ...event,
      // Only in some sessions, so that not every artifact rests on them.
      tags: Array.from({ length: event.sessionId.startsWith('hasty') ? 50 : 0 }, (_, n) =>
        `${String(at)} ${String(n)} `.padEnd(100, '語'),
      ),
    }));
    await learn(context, events);
    const indexed = neighbours.indexed(context.scope);
    const bytes = (tags: unknown): number => Buffer.byteLength((tags as string[]).join(''));
    const made = await artifacts(context);
    const found = made.filter(({ id }) => indexed.has(id));
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(made.length);
    for (const { metadata } of found) expect(bytes(metadata.tags)).toBeLessThan(MAX_BYTES);
  });
});
