/** How many packs one writer judged that showed an entry, by outcome. */
export interface Judgements {
  readonly successes: number;
  readonly failures: number;
}

/** The largest share of the way to certainty that feedback moves a confidence. */
const MOST_MOVED = 0.5;

/**
 * What feedback says of an entry: from -1 (only failures) over 0 (nothing known) to 1 (only successes). Each writer has one
 * vote for success and one for failure, which the first judgement fills by half, the second by two thirds, and so on: what
 * one writer repeats adds less and less. The result is twice the mean of a beta distribution over the votes with a uniform
 * prior, less one.
 */
export function balanceOf(writers: readonly Judgements[]): number {
  const votes = (count: (judgements: Judgements) => number): number =>
    writers.reduce((sum, judgements) => sum + count(judgements) / (count(judgements) + 1), 0);
  const successes = votes((judgements) => judgements.successes);
  const failures = votes((judgements) => judgements.failures);
  return rounded((successes - failures) / (successes + failures + 2));
}

/** A confidence (0 to 1) after feedback: at most half of the way to 1, or to 0. */
export const movedConfidence = (confidence: number, balance: number): number =>
  rounded(confidence + MOST_MOVED * balance * (balance > 0 ? 1 - confidence : confidence));

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
