import { words } from '../text/words.ts';
import type { RankDocument } from './document.ts';
import { isRole } from '@strata/kernel/speaker-roles';

const SHORTEST_NAME = 2;

/** The speakers that the query names, each with the words of the name that the query contains. */
export function namedSpeakers(
  documents: readonly RankDocument[],
  queryWords: ReadonlySet<string>,
): Map<string, string[]> {
  const named = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { speaker } of documents) {
    if (speaker === null || seen.has(speaker)) continue;
    seen.add(speaker);
    const hits = words(speaker).filter((word) => word.length >= SHORTEST_NAME && !isRole(word) && queryWords.has(word));
    if (hits.length > 0) named.set(speaker, hits);
  }
  return named;
}
