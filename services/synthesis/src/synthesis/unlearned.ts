import type { RequestContext } from '@strata/kernel/actor';
import type { Entry } from '../indexing/entry.ts';
import type { Candidate } from './candidate.ts';

/** A captured text that is not in the search index yet. */
export interface UnlearnedText {
  readonly entry: Entry;
  readonly candidate: Candidate;
  /** The newest event with these words; null for a memory on its way to the index. */
  readonly eventId: string | null;
  /** How its session ended, as far as its verdict was captured. */
  readonly outcome: 'success' | 'failure' | null;
}

/** Limits to the events that are read. */
export interface UnlearnedQuery {
  readonly agentId: string | undefined;
  readonly userId: string | undefined;
  readonly tags: readonly string[];
}

/**
 * Reads what was captured and is not in the search index yet, as far as the caller may read its events; nothing if it cannot
 * be read. Never rejects.
 */
export type FindUnlearned = (context: RequestContext, query: UnlearnedQuery) => Promise<readonly UnlearnedText[]>;
