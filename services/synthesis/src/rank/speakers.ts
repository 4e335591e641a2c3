import { LRUCache } from 'lru-cache';
import { words } from '../text/words.ts';
import type { RankDocument } from './document.ts';
import { isRole } from '@strata/kernel/speaker-roles';

const SHORTEST_NAME = 2;

/** The same few people speak in most of the documents of one tenant. */
const wordsOfSpeakers = new LRUCache<string, readonly string[]>({ max: 1_000 });

function wordsOf(speaker: string): readonly string[] {
  const known = wordsOfSpeakers.get(speaker);
  if (known !== undefined) return known;
  const found = words(speaker);
  wordsOfSpeakers.set(speaker, found);
  return found;
}

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
    const hits = wordsOf(speaker).filter(
      (word) => word.length >= SHORTEST_NAME && !isRole(word) && queryWords.has(word),
    );
    if (hits.length > 0) named.set(speaker, hits);
  }
  return named;
}
