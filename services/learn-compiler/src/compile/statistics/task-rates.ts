import { wilsonLower } from './proportions.ts';
import { fnv1a } from '../text/hash.ts';

/** How often sessions of one task succeeded. */
export interface TaskCount {
  task: string;
  good: number;
  all: number;
}

/** The success rate of a kind of session, and a lower bound of the rate on other tasks, of 90 %. */
export interface Rate {
  rate: number;
  atLeast: number;
}

export type RateOf = (counts: readonly TaskCount[]) => Rate;

const PRIOR_TASKS = [1, 2, 4, 8, 16, 32, 64];
/** Widths of the lower bound that are tried, as standard normal quantiles. */
const QUANTILES = [1.81, 2.33, 2.81, 3.29];
const USUAL_QUANTILE = 1.81;
const WIDEST_QUANTILE = 3.29;
/** More than 90 %, since halves of the tasks differ less than what comes later does. */
const HOLDS_IN = 0.95;
const SPLITS = 10;
const MIN_HELD_OUT = 3;

/**
 * Estimates success rates from sessions of several tasks. Sessions of one task are alike, so they count for fewer than
 * their number (Kish's design effect). A rate is drawn towards the rate of all sessions, the more the fewer tasks it rests
 * on; how strongly is chosen so that held-out tasks are predicted best. The width of the lower bound is chosen so that
 * bounds from one half of the tasks hold on the other half in {@link HOLDS_IN} of the cases.
 * @param groups the counts of each kind of session whose rate will be asked
 * @param everything the counts of all sessions
 */
export function calibrateRates(groups: readonly (readonly TaskCount[])[], everything: readonly TaskCount[]): RateOf {
  const alike = likeness(everything);
  const base = weigh(everything, alike);
  const strength = bestPrior(groups, base, alike);
  const quantile = calibratedQuantile(groups, everything, alike, strength);
  return (counts) => rateOf(draw(weigh(counts, alike), base, strength), quantile);
}

/** Successes among sessions, each weighed by how alike the sessions of its task are. */
interface Weighed {
  good: number;
  all: number;
}

/** What is known of some sessions, with the prior: what is known of all sessions weighs no more than the tasks it is known from. */
function draw({ good, all }: Weighed, base: Weighed, strength: number): Weighed {
  const usual = (base.good + 0.5) / (base.all + 1);
  const prior = Math.min(strength, base.all / 4);
  return { good: good + prior * usual, all: all + prior };
}

const rateOf = ({ good, all }: Weighed, quantile: number): Rate => ({
  rate: good / all,
  atLeast: wilsonLower(good, all, quantile),
});

function addTo(sum: Weighed, { good, all }: Weighed, weight: number): void {
  sum.good += good * weight;
  sum.all += all * weight;
}

const weightOf = ({ all }: Pick<TaskCount, 'all'>, alike: number): number => 1 / (1 + (all - 1) * alike);

function weigh(counts: readonly TaskCount[], alike: number): Weighed {
  const sum = { good: 0, all: 0 };
  for (const count of counts) addTo(sum, count, weightOf(count, alike));
  return sum;
}

/** The intraclass correlation of sessions of one task, 0 to 1, by analysis of variance. 1 if no task has two sessions. */
export function likeness(counts: readonly TaskCount[]): number {
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  const good = counts.reduce((sum, count) => sum + count.good, 0);
  if (all === counts.length || counts.length < 2) return 1;
  const mean = good / all;
  let [between, within, squares] = [0, 0, 0];
  for (const count of counts) {
    const rate = count.good / count.all;
    between += count.all * (rate - mean) ** 2;
    within += count.all * rate * (1 - rate);
    squares += count.all ** 2;
  }
  between /= counts.length - 1;
  within /= all - counts.length;
  const size = (all - squares / all) / (counts.length - 1);
  const total = between + (size - 1) * within;
  return total <= 0 ? 0 : Math.min(1, Math.max(0, (between - within) / total));
}

/** The weight of the prior, in tasks, under which each left-out task of each group is most likely. */
function bestPrior(groups: readonly (readonly TaskCount[])[], base: Weighed, alike: number): number {
  const several = groups
    .filter((counts) => counts.length > 1)
    .map((counts) => ({ sum: weigh(counts, alike), results: equalResults(counts) }));
  let best = { strength: PRIOR_TASKS[2] ?? 1, likelihood: Number.NEGATIVE_INFINITY };
  for (const strength of PRIOR_TASKS) {
    let likelihood = 0;
    for (const { sum, results } of several)
      for (const { good, all, tasks } of results) {
        const weight = weightOf({ all }, alike);
        const others = draw({ good: sum.good - good * weight, all: sum.all - all * weight }, base, strength);
        const rate = others.good / others.all;
        likelihood += (tasks * (good * Math.log(rate) + (all - good) * Math.log(1 - rate))) / all;
      }
    if (likelihood > best.likelihood + 1e-9) best = { strength, likelihood };
  }
  return best.strength;
}

/** The number of tasks with the same result: leaving out one of them is leaving out any. */
function equalResults(counts: readonly TaskCount[]): (Weighed & { tasks: number })[] {
  const results = new Map<string, Weighed & { tasks: number }>();
  for (const { good, all } of counts) {
    const key = `${String(good)} ${String(all)}`;
    const result = results.get(key);
    if (result === undefined) results.set(key, { good, all, tasks: 1 });
    else result.tasks++;
  }
  return [...results.values()];
}

type Halves = readonly [Weighed, Weighed];

const noHalves = (): Halves => [
  { good: 0, all: 0 },
  { good: 0, all: 0 },
];

/** The bit at `split` is the half in which the task is. */
function halvesOf(task: string): number {
  let halves = 0;
  for (let split = 0; split < SPLITS; split++) halves |= ((fnv1a(`${String(split)} ${task}`) >>> 16) & 1) << split;
  return halves;
}

/** The sums of both halves at each split, weighed and plain. */
function sumHalves(
  counts: readonly TaskCount[],
  sideOf: ReadonlyMap<string, number>,
  alike: number,
): { known: Halves; plain: Halves }[] {
  const sums = Array.from({ length: SPLITS }, () => ({ known: noHalves(), plain: noHalves() }));
  for (const count of counts) {
    const sides = sideOf.get(count.task) ?? 0;
    const weight = weightOf(count, alike);
    sums.forEach(({ known, plain }, split) => {
      const side = ((sides >>> split) & 1) as 0 | 1;
      addTo(known[side], count, weight);
      addTo(plain[side], count, 1);
    });
  }
  return sums;
}

function calibratedQuantile(
  groups: readonly (readonly TaskCount[])[],
  everything: readonly TaskCount[],
  alike: number,
  strength: number,
): number {
  const sideOf = new Map<string, number>();
  for (const counts of [everything, ...groups])
    for (const { task } of counts) if (!sideOf.has(task)) sideOf.set(task, halvesOf(task));
  const bases = sumHalves(everything, sideOf, alike);
  const checks = groups.flatMap((counts) =>
    sumHalves(counts, sideOf, alike).flatMap(({ known, plain }, split) =>
      ([0, 1] as const).flatMap((side) => {
        const unseen = plain[side === 0 ? 1 : 0];
        const base = bases[split]?.known[side];
        return base === undefined || unseen.all < MIN_HELD_OUT
          ? []
          : [{ known: draw(known[side], base, strength), rate: unseen.good / unseen.all }];
      }),
    ),
  );
  if (checks.length === 0) return USUAL_QUANTILE;
  for (const quantile of QUANTILES) {
    const held = checks.filter(({ known, rate }) => rate >= rateOf(known, quantile).atLeast).length;
    if (held >= HOLDS_IN * checks.length) return quantile;
  }
  return WIDEST_QUANTILE;
}
