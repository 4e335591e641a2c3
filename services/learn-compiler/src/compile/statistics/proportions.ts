/** Rounds a rate to three decimals. */
export function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/**
 * Lower bound of Wilson's score interval for `hits` of `trials` (E. B. Wilson, 1927).
 * @param z standard normal quantile; 1.28 bounds 90 % from below
 */
export function wilsonLower(hits: number, trials: number, z = 1.28): number {
  if (trials === 0) return 0;
  const rate = hits / trials;
  const spread = z * Math.sqrt((rate * (1 - rate)) / trials + (z * z) / (4 * trials * trials));
  return Math.max(0, (rate + (z * z) / (2 * trials) - spread) / (1 + (z * z) / trials));
}

const logFactorials: number[] = [0, 0];

/** ln(n!), from a table that grows on demand. */
export function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k++) logFactorials.push((logFactorials[k - 1] ?? 0) + Math.log(k));
  return logFactorials[n] ?? 0;
}

const logBeta = (a: number, b: number): number => logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);

/**
 * Probability that the first of two success rates is the greater: the sum over their Beta posteriors for whole
 * parameters (E. Miller, "Formulas for Bayesian A/B testing", 2015).
 * @param prior counts of hits and misses, integers of at least 1, assumed for both rates in advance; uniform by default
 */
export function probabilityGreater(
  hits: number,
  trials: number,
  otherHits: number,
  otherTrials: number,
  prior: { hits: number; misses: number } = { hits: 1, misses: 1 },
): number {
  const [a1, b1] = [otherHits + prior.hits, otherTrials - otherHits + prior.misses];
  const [a2, b2] = [hits + prior.hits, trials - hits + prior.misses];
  let total = 0;
  for (let i = 0; i < a2; i++)
    total += Math.exp(logBeta(a1 + i, b1 + b2) - Math.log(b2 + i) - logBeta(1 + i, b2) - logBeta(a1, b1));
  return Math.min(1, Math.max(0, total));
}
