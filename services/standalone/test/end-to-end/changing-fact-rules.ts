import { expect, test } from '@jest/globals';
import { captureBatch } from '@strata/contracts/operations/capture';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { newTenant } from '../fixtures/new-tenant.ts';
import { questionsOfTheYear, yearOfFacts } from '../fixtures/year-of-facts.ts';

const MAX_TOKENS = 300;
/** What is asked for in other words than it was said ("Who is my employer?" of "I work for …") is missed. */
const MOST_WRONG = 4;

/** A year of one person, in which thirty facts change. */
export function changingFactRules(base: () => string): void {
  test('a question gets what held at the time that it asks about before what held at another', async () => {
    const { api } = await newTenant(base());
    await api.call(captureBatch, { body: { events: yearOfFacts('diary', 'ada') } });
    await api.learn();
    const wrong: string[] = [];
    for (const { query, answer, others } of questionsOfTheYear()) {
      const body = { query, agentId: 'diary', userId: 'ada', maxTokens: MAX_TOKENS };
      const { sections } = await api.call(synthesize, { body });
      const first = sections.findIndex(({ content }) => content.includes(answer));
      const other = sections.findIndex(
        ({ content }) => !content.includes(answer) && others.some((words) => content.includes(words)),
      );
      if (first < 0 || (other >= 0 && other < first)) wrong.push(`${query} ${answer}`);
    }
    expect(wrong.length).toBeLessThanOrEqual(MOST_WRONG);
  });
}
