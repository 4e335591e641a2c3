import { expect, it } from '@jest/globals';
import { scoreSessions } from './score-sessions.ts';

const said = (session: string, ...terms: string[]) => ({ session, terms });
const weights = new Map([
  ['cancel', 2],
  ['flight', 1],
]);

it('A session scores with all that was said in it', () => {
  const scores = scoreSessions(
    [said('in one', 'cancel', 'flight'), said('in two', 'flight'), said('in two', 'cancel')],
    weights,
  );
  expect(scores.get('in two')).toBe(scores.get('in one'));
});

it('A term that is said again counts less each time', () => {
  const times = [1, 2, 3].map((n) => scoreSessions(Array(n).fill(said('s', 'cancel')), weights).get('s') ?? 0);
  const [once = 0, twice = 0, thrice = 0] = times;
  expect(once).toBe(2);
  expect(twice - once).toBeGreaterThan(thrice - twice);
  expect(thrice).toBeGreaterThan(twice);
});

it('Sessions come best first, and none without a term of the query', () => {
  const statements = [said('a', 'hello'), said('b', 'flight'), said('c', 'cancel')];
  expect([...scoreSessions(statements, weights).keys()]).toEqual(['c', 'b']);
});
