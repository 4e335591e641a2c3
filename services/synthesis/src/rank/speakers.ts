import { words } from '../text/words.ts';
import type { RankDocument } from './document.ts';

/** Roles of the machinery of a conversation: naming one is no wish for everything it said. */
const ROLES = new Set([
  'user',
  'assistant',
  'system',
  'tool',
  'agent',
  'human',
  'ai',
  'bot',
  'model',
  'function',
  'developer',
]);
const SHORTEST_NAME = 2;

/** The names' words, lower-cased, of the speakers that the query names, by speaker. */
export function namedSpeakers(
  documents: readonly RankDocument[],
  queryWords: ReadonlySet<string>,
): Map<string, string[]> {
  const named = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { speaker } of documents) {
    if (speaker === null || seen.has(speaker)) continue;
    seen.add(speaker);
    const hits = words(speaker).filter(
      (word) => word.length >= SHORTEST_NAME && !ROLES.has(word) && queryWords.has(word),
    );
    if (hits.length > 0) named.set(speaker, hits);
  }
  return named;
}
