import { describe, expect, it } from '@jest/globals';
import { said, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { countWords, goalWords } from './goal-words.ts';

/** The words of some requests, each in two sessions of its task. */
function wordsOf(requests: readonly string[], others: readonly string[]): string[] {
  const lines = [...requests, ...others].flatMap((text, n) =>
    [1, 2].map(() => [said('user', text), ...used('get_order', { id: `o_${String(n)}` }, 'fine')]),
  );
  const sessions = readSessions(
    writtenSessions(lines).map((session, at) => ({
      ...session,
      steps: session.steps.map((step) => ({ ...step, task: `t${String(Math.floor(at / 2))}` })),
    })),
  );
  return goalWords(sessions.slice(0, 2 * requests.length), countWords(sessions), 16);
}

const OTHERS = ['Cancel a garden table', 'Cancel two carpets'];

describe('the words of a goal', () => {
  it('are those of several tasks that other requests seldom have', () => {
    expect(wordsOf(['Return a leaking kettle', 'Return a broken lamp'], OTHERS)).toEqual(['return']);
  });

  it('are those of its only task if it has one', () => {
    expect(wordsOf(['Return a leaking kettle'], OTHERS)).toEqual(expect.arrayContaining(['kettle', 'return']));
  });
});
