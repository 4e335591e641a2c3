import { saturation } from '../rank/bm25.ts';
import { BM25 } from '../rank/parameters.ts';

/** A statement of a session, and the query's terms in it. */
export interface MatchedStatement {
  readonly session: string;
  readonly terms: readonly string[];
}

/**
 * How well each session matches a query: BM25 over all its statements together, however long they are. A term counts once for each
 * statement that holds it. People say little in their first request, and the rest when they are asked. Best first; of equal
 * sessions, in the order of their first statements.
 */
export function scoreSessions(
  statements: readonly MatchedStatement[],
  termWeights: ReadonlyMap<string, number>,
): Map<string, number> {
  const frequencies = new Map<string, Map<string, number>>();
  for (const { session, terms } of statements) {
    const counts = frequencies.get(session) ?? new Map<string, number>();
    frequencies.set(session, counts);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  // In the order of the weights: the order of the statements, and with it a sum's last digit, depends on the database.
  const scoreOf = (counts: ReadonlyMap<string, number>): number =>
    [...termWeights].reduce((sum, [term, weight]) => {
      const count = counts.get(term) ?? 0;
      return count === 0 ? sum : sum + weight * saturation(count, BM25.k1);
    }, 0);
  return new Map(
    [...frequencies]
      .map(([session, counts]) => [session, scoreOf(counts)] as const)
      .filter(([, score]) => score > 0)
      .sort((a, b) => b[1] - a[1]),
  );
}
