import { addToGroup } from '@strata/kernel/add-to-group';
import { Population, type Comparison } from '../comparing/compare-sessions.ts';
import { compareText } from '../text/words.ts';
import { STOPPED, type Choice, type DecisionPoint } from './decision-points.ts';

/** A choice with the sessions that made it. */
export interface Option {
  decision: string;
  choices: Choice[];
  good: number;
}

/** A situation in which one choice ended better than all others together, in the same tasks or goals. */
export interface Finding {
  point: DecisionPoint;
  best: Option;
  others: Option[];
  comparison: Comparison;
}

export const MIN_CHOICES = 3;
const MIN_DIFFERENCE = 0.15;

function optionsOf(point: DecisionPoint): Option[] {
  const byDecision = new Map<string, Choice[]>();
  for (const choice of point.choices) addToGroup(byDecision, choice.decision, choice);
  return [...byDecision]
    .map(([decision, choices]) => ({
      decision,
      choices,
      good: choices.filter(({ session }) => session.verdict === true).length,
    }))
    .sort((a, b) => compareText(a.decision, b.decision));
}

/**
 * Compares each choice with all others together, and returns the one that is most surely better. Null if too few sessions
 * chose differently for the same goal, if the difference is small, or if the choice is a change or the end of the work.
 */
export function judgeChoices(point: DecisionPoint, goalOf: ReadonlyMap<string, string>): Finding | null {
  const options = optionsOf(point);
  const population = new Population(
    point.choices.map(({ session }) => session),
    goalOf,
  );
  const placeOf = new Map(point.choices.map((choice, at) => [choice, at]));
  const placesOf = (choices: readonly Choice[]): number[] => choices.map((choice) => placeOf.get(choice) ?? 0);
  const goodOnes = (choices: readonly Choice[]): number[] =>
    placesOf(choices.filter(({ session }) => session.verdict === true));
  let found: Finding | null = null;
  for (const best of options) {
    const isAction = point.key.startsWith('error') || best.choices.every(({ isChange }) => !isChange);
    if (best.choices.length < MIN_CHOICES || best.decision === STOPPED || !isAction) continue;
    const others = options.filter((option) => option !== best);
    const comparison = population.compare(
      placesOf(best.choices),
      goodOnes(best.choices),
      others.flatMap(({ choices }) => goodOnes(choices)),
    );
    const { good, all, otherGood, otherAll, deviate } = comparison;
    if (Math.min(all, otherAll) < MIN_CHOICES || good / all - otherGood / otherAll < MIN_DIFFERENCE) continue;
    if (found === null || deviate > found.comparison.deviate) found = { point, best, others, comparison };
  }
  return found;
}
