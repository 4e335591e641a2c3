import { expect, it, describe } from '@jest/globals';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { tenant } from './learn-fixture.ts';
import { daysLater, factsOf, lifecycleFixture, policy } from './lifecycle-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

describe('The learn-compiler on the embedded database', () => {
  const { learn, memories, artifacts, sweep } = lifecycleFixture(embeddedDatabase);

  it('compiles sessions into memories and artifacts, deletes expired memories, and shows them to no other tenant', async () => {
    const context = tenant();
    await learn(context, supportEvents());
    const learned = await memories(context);
    expect(learned.map(({ content }) => content)).toContainEqual(expect.stringContaining('refund for my order 1000'));
    expect(await artifacts(context)).toContainEqual(expect.objectContaining({ type: 'task_schema' }));
    const stranger = tenant();
    expect([await memories(stranger), await artifacts(stranger)]).toEqual([[], []]);

    const { deleted } = await sweep(context, factsOf(policy({ deleteAfterDays: 30 })), daysLater(31));
    expect(deleted).toBeGreaterThanOrEqual(learned.length);
    expect(await memories(context)).toEqual([]);
  });
});
