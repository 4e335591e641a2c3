import type { findUnlearned } from '@strata/contracts/calls/learn';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { prepareEntry } from '../indexing/prepare-entry.ts';
import type { UnlearnedText } from '../synthesis/unlearned.ts';
import { decodeCandidates, encodeFeatures } from './entry-features.ts';

type UnlearnedMemory = z.output<typeof findUnlearned.response>['memories'][number];

/** Characters of all kept texts together, about; one text takes several times its length, for its terms. */
const MAX_SIZE = 16_000_000;
const SIZE_PER_CHARACTER = 4;

/** Feedback is kept for entries of the index only. */
const NO_FEEDBACK = 0;

/**
 * Prepares unlearned texts as the index would: their candidates are what the index would return. The results are kept, since
 * the same texts are asked for until they are learned.
 */
export function createPrepareUnlearned(): (memory: UnlearnedMemory) => readonly UnlearnedText[] {
  const kept = new LRUCache<string, readonly UnlearnedText[]>({ maxSize: MAX_SIZE });
  return (memory) => {
    const key = JSON.stringify(memory);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const prepared = prepare(memory);
    kept.set(key, prepared, { size: SIZE_PER_CHARACTER * key.length });
    return prepared;
  };
}

function prepare({ eventId, outcome, ...memory }: UnlearnedMemory): UnlearnedText[] {
  const entry = prepareEntry(memory);
  const stored = encodeFeatures(entry.text, entry.nameTerms, NO_FEEDBACK);
  return decodeCandidates(stored).map((candidate) => ({ entry, candidate, eventId, outcome }));
}
