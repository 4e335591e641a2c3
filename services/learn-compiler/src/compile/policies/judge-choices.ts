import { compareText } from '../text/words.ts';
import { probabilityGreater, wilsonLower } from '../statistics/proportions.ts';
import type { Choice, DecisionPoint } from './decision-points.ts';

/** A choice with the sessions that made it. */
export interface Option {
  decision: string;
  choices: Choice[];
  good: number;
}

/** A situation in which one choice was better than all others together. */
export interface Finding {
  point: DecisionPoint;
  best: Option;
  others: Option[];
  /** All others together. */
  rest: { good: number; all: number };
  /** Probability that the best choice is better than the rest. */
  confidence: number;
}

export const MIN_CHOICES = 3;
const MIN_DIFFERENCE = 0.15;
const PRIOR_SESSIONS = 6;

function optionsOf(point: DecisionPoint): Option[] {
  const byDecision = new Map<string, Choice[]>();
  for (const choice of point.choices)
    byDecision.set(choice.decision, [...(byDecision.get(choice.decision) ?? []), choice]);
  return [...byDecision]
    .map(([decision, choices]) => ({
      decision,
      choices,
      good: choices.filter(({ session }) => session.succeeded === true).length,
    }))
    .sort(
      (a, b) =>
        wilsonLower(b.good, b.choices.length) - wilsonLower(a.good, a.choices.length) ||
        compareText(a.decision, b.decision),
    );
}

/**
 * Compares the best choice with all others together. Null if too few sessions chose differently or the difference is small.
 * The prior assumes for every choice the overall rate of the situation, with the weight of {@link PRIOR_SESSIONS}, because
 * the best of several small samples looks better than it is.
 */
export function judgeChoices(point: DecisionPoint): Finding | null {
  const [best, ...others] = optionsOf(point);
  if (best === undefined || best.choices.length < MIN_CHOICES || best.decision === 'do nothing more') return null;
  const rest = others.reduce(
    (sum, option) => ({ good: sum.good + option.good, all: sum.all + option.choices.length }),
    { good: 0, all: 0 },
  );
  if (rest.all < MIN_CHOICES || best.good / best.choices.length - rest.good / rest.all < MIN_DIFFERENCE) return null;
  const overall = (best.good + rest.good) / point.choices.length;
  const prior = Math.min(PRIOR_SESSIONS - 1, Math.max(1, Math.round(overall * PRIOR_SESSIONS)));
  const confidence = probabilityGreater(best.good, best.choices.length, rest.good, rest.all, {
    hits: prior,
    misses: PRIOR_SESSIONS - prior,
  });
  return { point, best, others, rest, confidence };
}
