import { describe, expect, it } from '@jest/globals';
import { calibrateRates, type TaskCount } from './task-rates.ts';

const tasks = (prefix: string, results: readonly (readonly [good: number, all: number])[]): TaskCount[] =>
  results.map(([good, all], at) => ({ task: `${prefix}${String(at)}`, good, all }));
const repeat = <T>(n: number, value: T): T[] => Array<T>(n).fill(value);

describe('a rate', () => {
  const everything = [...tasks('good', repeat(30, [1, 1])), ...tasks('bad', repeat(30, [0, 1]))];

  it('is drawn towards the rate of all sessions, the more the fewer tasks it rests on', () => {
    const few = everything.slice(0, 3);
    const many = everything.slice(0, 30);
    const rateOf = calibrateRates([few, many], everything);
    expect(rateOf(few).rate).toBeGreaterThan(0.5);
    expect(rateOf(few).rate).toBeLessThan(rateOf(many).rate);
    expect(rateOf(many).rate).toBeLessThan(1);
  });

  it('has a lower bound below it, the lower the fewer tasks it rests on', () => {
    const few = everything.slice(0, 3);
    const many = everything.slice(0, 30);
    const rateOf = calibrateRates([few, many], everything);
    expect(rateOf(few).atLeast).toBeLessThan(rateOf(many).atLeast);
    expect(rateOf(many).atLeast).toBeLessThan(rateOf(many).rate);
  });

  it('counts sessions of one task for less if they are alike', () => {
    const alike = [...tasks('good', repeat(6, [8, 8])), ...tasks('bad', repeat(6, [0, 8]))];
    const mixed = tasks('mixed', repeat(12, [4, 8]));
    const group = (counts: TaskCount[]): number =>
      calibrateRates([counts.slice(0, 2)], counts)(counts.slice(0, 2)).atLeast;
    expect(group(alike)).toBeLessThan(0.5);
    const bound = calibrateRates([mixed], mixed)(mixed);
    const sameBound = calibrateRates([alike], alike)(alike);
    expect(bound.atLeast).toBeGreaterThan(sameBound.atLeast);
  });

  it('does not depend on the order of tasks', () => {
    const group = everything.slice(10, 40);
    const rate = calibrateRates([group], everything)(group);
    const reversed = calibrateRates([[...group].reverse()], [...everything].reverse())([...group].reverse());
    expect(reversed.rate).toBeCloseTo(rate.rate, 10);
    expect(reversed.atLeast).toBeCloseTo(rate.atLeast, 10);
  });

  it('of nothing is that of nothing known', () => {
    expect(calibrateRates([], [])([])).toEqual({ rate: expect.any(Number), atLeast: 0 });
  });
});
