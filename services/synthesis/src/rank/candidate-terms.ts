import type { CorpusStatistics } from './document.ts';

/**
 * Which of the query's terms fetch candidates: the rarest first, until together they could bring more than `cap` documents.
 * Terms that occur nowhere are left out; the rarest that occurs is always kept.
 */
export function candidateTerms(
  terms: readonly string[],
  { documentFrequency }: CorpusStatistics,
  cap: number,
): string[] {
  const byRarity = terms
    .map((term) => ({ term, frequency: documentFrequency.get(term) ?? 0 }))
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => a.frequency - b.frequency || (a.term < b.term ? -1 : 1));
  const kept: string[] = [];
  let reach = 0;
  for (const { term, frequency } of byRarity) {
    reach += frequency;
    if (kept.length > 0 && reach > cap) break;
    kept.push(term);
  }
  return kept;
}
