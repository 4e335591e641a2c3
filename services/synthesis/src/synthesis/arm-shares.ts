import { LANE_ARMS, SCORING_ARMS } from './ranking-arms.ts';

type Figures = Readonly<Record<string, number>>;

const SUMMANDS = [...SCORING_ARMS.filter(({ kind }) => kind !== 'factor'), ...LANE_ARMS].map(({ name }) => name);

/**
 * The share of each ranking arm in a score, from the parts of the score. The shares sum to 1; arms without a share are
 * missing. Factors have none: they raise or lower what the other arms give, all in the same measure. Empty without a query.
 */
export function armShares(parts: Figures): Figures {
  const given = SUMMANDS.map((name): [string, number] => [name, parts[name] ?? 0]).filter(([, value]) => value > 0);
  const sum = given.reduce((all, [, value]) => all + value, 0);
  return Object.fromEntries(given.map(([name, value]) => [name, value / sum]));
}
