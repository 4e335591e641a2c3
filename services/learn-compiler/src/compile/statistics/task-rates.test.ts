import { describe, expect, it } from '@jest/globals';
import { fnv1a } from '../text/hash.ts';
import { wilsonLower } from './proportions.ts';
import { calibrateRates, likeness, type Rate, type TaskCount } from './task-rates.ts';

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

  it('is what leaving out tasks and halves one at a time gives', () => {
    const draw = (n: number): number => fnv1a(`draw ${String(n)}`) % 100;
    for (let round = 0; round < 20; round++) {
      const all = Array.from({ length: 10 + draw(round) }, (_, at): TaskCount => {
        const sessions = 1 + (draw(at + round * 200) % 5);
        return { task: `t${String(at)}`, all: sessions, good: draw(at + round * 300) % (sessions + 1) };
      });
      const groups = [2, 3, 5].map((every) => all.filter((_, at) => draw(at + every) % every === 0));
      const [rateOf, plain] = [calibrateRates(groups, all), plainRates(groups, all)];
      for (const group of groups) {
        expect(rateOf(group).rate).toBeCloseTo(plain(group).rate, 9);
        expect(rateOf(group).atLeast).toBeCloseTo(plain(group).atLeast, 9);
      }
    }
  });

  it('of nothing is that of nothing known', () => {
    expect(calibrateRates([], [])([])).toEqual({ rate: expect.any(Number), atLeast: 0 });
  });
});

/** The definition, without regard to cost. */
function plainRates(groups: TaskCount[][], everything: TaskCount[]): (counts: TaskCount[]) => Rate {
  const alike = likeness(everything);
  const weigh = (counts: TaskCount[], read: (count: TaskCount) => number): number =>
    counts.reduce((sum, count) => sum + read(count) / (1 + (count.all - 1) * alike), 0);
  const estimate = (known: TaskCount[], strength: number, counts: TaskCount[], quantile: number): Rate => {
    const base = weigh(known, ({ all }) => all);
    const prior = Math.min(strength, base / 4);
    const hits = weigh(counts, ({ good }) => good) + (prior * (weigh(known, ({ good }) => good) + 0.5)) / (base + 1);
    const trials = weigh(counts, ({ all }) => all) + prior;
    return { rate: hits / trials, atLeast: wilsonLower(hits, trials, quantile) };
  };
  const likelihood = (strength: number): number =>
    groups
      .flatMap((counts) =>
        counts.map((left) => {
          const others = counts.filter((count) => count !== left);
          const { rate } = estimate(everything, strength, others, 0);
          const { good, all } = left;
          return others.length === 0 ? 0 : (good * Math.log(rate) + (all - good) * Math.log(1 - rate)) / all;
        }),
      )
      .reduce((sum, one) => sum + one, 0);
  const strengths = [1, 2, 4, 8, 16, 32, 64];
  const strength = strengths.reduce((best, next) => (likelihood(next) > likelihood(best) + 1e-9 ? next : best));
  const holds = (quantile: number): boolean => {
    const checks = Array.from({ length: 20 }, (_, at) => {
      const isKnown = ({ task }: TaskCount): boolean => ((fnv1a(`${String(at >> 1)} ${task}`) >>> 16) & 1) === at % 2;
      const known = everything.filter(isKnown);
      return groups.map((counts) => {
        const unseen = counts.filter((count) => !isKnown(count));
        const [good, all] = [unseen.reduce((n, c) => n + c.good, 0), unseen.reduce((n, c) => n + c.all, 0)];
        return all < 3 ? [] : [good / all >= estimate(known, strength, counts.filter(isKnown), quantile).atLeast];
      });
    }).flat(2);
    return checks.filter((held) => held).length >= 0.95 * checks.length;
  };
  const quantile = [1.81, 2.33, 2.81].find(holds) ?? 3.29;
  return (counts) => estimate(everything, strength, counts, quantile);
}
