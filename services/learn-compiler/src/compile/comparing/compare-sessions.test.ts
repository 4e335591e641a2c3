import { describe, expect, it } from '@jest/globals';
import type { Session } from '../sessions/session.ts';
import { Population, type Comparison } from './compare-sessions.ts';

let made = 0;
const session = (task: string, verdict: boolean): Session => ({
  id: String(made++),
  acts: [],
  failedVerdict: null,
  owner: undefined,
  task,
  succeeded: verdict,
  verdict,
  outcomeEvent: null,
  words: new Map(),
  requestEvents: [],
  ruleMessages: [],
});
const of = (task: string, good: number, bad: number): Session[] => [
  ...Array.from({ length: good }, () => session(task, true)),
  ...Array.from({ length: bad }, () => session(task, false)),
];
const isGood = ({ verdict }: Session): boolean => verdict === true;

/** Compares the first sessions with the others. */
function compareSessions(
  chosen: readonly Session[],
  others: readonly Session[],
  goalOf: ReadonlyMap<string, string>,
  ended: (session: Session) => boolean,
): Comparison {
  const all = [...chosen, ...others];
  const places = all.map((_, at) => at);
  const good = places.filter((at) => all.slice(at, at + 1).some(ended));
  return new Population(all, goalOf).compare(
    places.slice(0, chosen.length),
    good.filter((at) => at < chosen.length),
    good.filter((at) => at >= chosen.length),
  );
}

describe('a comparison of sessions', () => {
  it('finds no difference where one group only had the easier tasks', () => {
    const easy = { chosen: of('easy', 18, 2), others: of('easy', 9, 1) };
    const hard = { chosen: of('hard', 1, 9), others: of('hard', 2, 18) };
    const { deviate } = compareSessions(
      [...easy.chosen, ...hard.chosen],
      [...easy.others, ...hard.others],
      new Map(),
      isGood,
    );
    expect(Math.abs(deviate)).toBeLessThan(1);
  });

  it('finds a difference within tasks', () => {
    const { deviate, pValue, good, all, otherGood, otherAll } = compareSessions(
      ['a', 'b', 'c'].flatMap((task) => of(task, 6, 0)),
      ['a', 'b', 'c'].flatMap((task) => of(task, 0, 6)),
      new Map(),
      isGood,
    );
    expect(deviate).toBeGreaterThan(3);
    expect(pValue).toBeLessThan(0.001);
    expect([good, all, otherGood, otherAll]).toEqual([18, 18, 0, 18]);
  });

  it('counts each task once where tasks have sessions of one group alone', () => {
    const goalOf = new Map([
      ['a', 'goal'],
      ['b', 'goal'],
    ]);
    const { pValue, all, otherAll } = compareSessions(of('a', 40, 0), of('b', 0, 40), goalOf, isGood);
    expect(pValue).toBeGreaterThan(0.2);
    expect([all, otherAll]).toEqual([40, 40]);
  });

  it('leaves out what has nothing to be compared with', () => {
    const goalOf = new Map([
      ['a', 'one goal'],
      ['b', 'another goal'],
    ]);
    expect(compareSessions(of('a', 5, 0), of('b', 0, 5), goalOf, isGood)).toMatchObject({
      all: 0,
      otherAll: 0,
      deviate: 0,
    });
  });
});
