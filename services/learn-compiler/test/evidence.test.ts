import { expect, test } from '@jest/globals';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { learnFixture, tenant } from './learn-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

const SESSIONS = 130;

describeOnDatabase('The evidence of an artifact', (backend) => {
  const { neighbours, learn, artifacts } = learnFixture(backend);
  const context = tenant();

  /** The memories that are requests. */
  const requests = (): string[] =>
    [...neighbours.indexed(context.scope)].flatMap(([id, text]) => (text.includes('refund for my order') ? [id] : []));

  test('is every memory that it rests on, beyond the 200 that it lists, and grows with new events', async () => {
    neighbours.addEvents(context.scope, supportEvents('support', 0, SESSIONS));
    expect((await learn(context)).status).toBe('completed');
    const most = async () => {
      const all = await artifacts(context, { type: 'task_schema' });
      for (const { sourceEvents, sourceMemories } of all) {
        expect(sourceEvents.length).toBeLessThanOrEqual(200);
        expect(sourceMemories.length).toBeLessThanOrEqual(200);
      }
      return Math.max(...all.map(({ id }) => neighbours.sourcesOf(id).length));
    };
    const first = await most();
    expect(requests()).toHaveLength(2 * SESSIONS);
    // Every session with a refund begins with a request for it, which the goal quotes.
    expect(first).toBeGreaterThan(200);
    neighbours.addEvents(context.scope, supportEvents('support', SESSIONS, 5));
    expect((await learn(context)).status).toBe('completed');
    expect(await most()).toBeGreaterThan(first);
  });
});
