import { reciprocalRank } from '../rank/fuse.ts';
import { LANE_ARMS, SCORING_ARMS, SEARCH_ARMS } from './ranking-arms.ts';

type Figures = Readonly<Record<string, number>>;

const SUMMANDS = [...SCORING_ARMS.filter(({ kind }) => kind !== 'factor'), ...LANE_ARMS].map(({ name }) => name);

/**
 * The share of each ranking arm in a score, from the parts of the score. The shares sum to 1; arms without a share are
 * missing. Factors have none: they raise or lower what the other arms give, all in the same measure. Empty without a query.
 */
export function armShares(parts: Figures): Figures {
  const { fused } = parts;
  const found = SEARCH_ARMS.flatMap(({ name, weight }): [string, number][] => {
    const place = parts[`${name}Place`];
    return place === undefined || fused === undefined ? [] : [[name, reciprocalRank(weight, place) / fused]];
  });
  const left = 1 - found.reduce((sum, [, share]) => sum + share, 0);
  const summands = SUMMANDS.map((name): [string, number] => [name, parts[name] ?? 0]);
  const sum = summands.reduce((all, [, value]) => all + value, 0);
  const scored = summands.map(([name, value]): [string, number] => [name, sum > 0 ? (left * value) / sum : 0]);
  return Object.fromEntries([...scored, ...found].filter(([, share]) => share > 0));
}
