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
  const strength = bestPrior(groups, everything, alike);
  const estimate = estimator(everything, alike, strength);
  const quantile = calibratedQuantile(groups, everything, alike, strength);
  return (counts) => estimate(counts, quantile);
}

function estimator(
  everything: readonly TaskCount[],
  alike: number,
  strength: number,
): (counts: readonly TaskCount[], quantile: number) => Rate {
  const base = weigh(everything, alike);
  const usual = (base.good + 0.5) / (base.all + 1);
  // What is known of all sessions weighs no more than the tasks that it is known from.
  const prior = Math.min(strength, base.all / 4);
  return (counts, quantile) => {
    const { good, all } = weigh(counts, alike);
    const [hits, trials] = [good + prior * usual, all + prior];
    return { rate: hits / trials, atLeast: wilsonLower(hits, trials, quantile) };
  };
}

function weigh(counts: readonly TaskCount[], alike: number): { good: number; all: number } {
  let [good, all] = [0, 0];
  for (const count of counts) {
    const weight = 1 / (1 + (count.all - 1) * alike);
    good += count.good * weight;
    all += count.all * weight;
  }
  return { good, all };
}

/** The intraclass correlation of sessions of one task, 0 to 1, by analysis of variance. 1 if no task has two sessions. */
function likeness(counts: readonly TaskCount[]): number {
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
function bestPrior(groups: readonly (readonly TaskCount[])[], everything: readonly TaskCount[], alike: number): number {
  let best = { strength: PRIOR_TASKS[2] ?? 1, likelihood: Number.NEGATIVE_INFINITY };
  for (const strength of PRIOR_TASKS) {
    let likelihood = 0;
    const estimate = estimator(everything, alike, strength);
    for (const counts of groups) {
      if (counts.length < 2) continue;
      for (const left of counts) {
        const { rate } = estimate(
          counts.filter((count) => count !== left),
          0,
        );
        likelihood += (left.good * Math.log(rate) + (left.all - left.good) * Math.log(1 - rate)) / left.all;
      }
    }
    if (likelihood > best.likelihood + 1e-9) best = { strength, likelihood };
  }
  return best.strength;
}

function calibratedQuantile(
  groups: readonly (readonly TaskCount[])[],
  everything: readonly TaskCount[],
  alike: number,
  strength: number,
): number {
  for (const quantile of QUANTILES) {
    let [held, checked] = [0, 0];
    for (let split = 0; split < SPLITS; split++)
      for (const side of [0, 1]) {
        const isKnown = ({ task }: TaskCount): boolean => ((fnv1a(`${String(split)} ${task}`) >>> 16) & 1) === side;
        const estimate = estimator(everything.filter(isKnown), alike, strength);
        for (const counts of groups) {
          const unseen = counts.filter((count) => !isKnown(count));
          const all = unseen.reduce((sum, count) => sum + count.all, 0);
          if (all < MIN_HELD_OUT) continue;
          const good = unseen.reduce((sum, count) => sum + count.good, 0);
          checked++;
          if (good / all >= estimate(counts.filter(isKnown), quantile).atLeast) held++;
        }
      }
    if (checked === 0) return USUAL_QUANTILE;
    if (held >= HOLDS_IN * checked) return quantile;
  }
  return WIDEST_QUANTILE;
}
