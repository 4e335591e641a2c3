import { expect, test } from '@jest/globals';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { lifecycleFixture, tenant } from './lifecycle-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

/** What PostgreSQL's text search takes of one entry, in bytes. */
const MOST_BYTES = 2 ** 20;

describeOnDatabase('The tags of artifacts', (backend) => {
  const { neighbours, learn, artifacts } = lifecycleFixture(backend);

  test('are those of all events that they rest on, steps of which there is no memory among them', async () => {
    const context = tenant();
    // A call without input is a step and no memory.
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

  test('are all in the index, or the artifact is not', async () => {
    const context = tenant();
    const events = supportEvents('support', 0, 30).map((event, at) => ({
      ...event,
      // Some of the sessions alone: not every artifact rests on them.
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
    for (const { metadata } of found) expect(bytes(metadata.tags)).toBeLessThan(MOST_BYTES);
  });
});
