import type { ScoreParts } from './score-parts.ts';
import type { NumberedTerms } from './vocabulary.ts';

/** One indexed text, as far as ranking reads it. All of it is stored at index time: no query tokenizes a document. */
export interface RankDocument {
  readonly id: string;
  readonly kind: 'memory' | 'artifact';
  /** Search terms (`text/terms`), in order and with repetition. */
  readonly terms: readonly string[];
  /** The same terms as numbers, where they are known. */
  readonly numbered?: NumberedTerms;
  /** As captured; null without a speaker. */
  readonly speaker: string | null;
  readonly sessionId: string | null;
  /** Position in the session; the next memory has the next number. */
  readonly position: number | null;
  /** Which part of its turn this is, from 0: a long message gives several memories, at successive positions. */
  readonly part: number;
  /** How many parts the turn has. */
  readonly parts: number;
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  /** 0 to 1. */
  readonly importance: number;
  /** As learned, 0 to 1. */
  readonly confidence: number;
  /** What feedback says, from -1 to 1; absent: nothing. */
  readonly balance?: number;
  /** Cosine of the angle to the vector of the query; absent: not among the nearest, or no vector. */
  readonly similarity?: number;
  /** In how many events it was said or found; absent: one. */
  readonly times?: number;
  /** By how many people or programs; absent: one. */
  readonly voices?: number;
  /** The relatives and acquaintances of the speaker that it mentions ("sister", "boss"); absent without any. */
  readonly relatives?: readonly string[];
  /** From `text/traits`. */
  readonly asks: boolean;
  /** From `text/traits`. */
  readonly mentionsTime: boolean;
}

/** Statistics of the population that a query searches: what is visible of one tenant scope, or of one agent in it. */
export interface CorpusStatistics {
  readonly documents: number;
  /** Mean number of terms, by kind: artifacts are longer than memories. */
  readonly averageLength: Readonly<Record<RankDocument['kind'], number>>;
  /** How many documents contain each query term; a term that none contains is missing. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

export interface RankedDocument<D extends RankDocument = RankDocument> {
  readonly document: D;
  readonly score: number;
  readonly parts: ScoreParts;
}
