import type { AnalysedQuery } from './analyse-query.ts';
import type { RankDocument } from './document.ts';
import type { Scoring } from './scoring.ts';

/** One way to score candidates. */
export interface RankingArm {
  /** Names the arm in `explain` and in the metrics. */
  readonly name: string;
  /** How much it counts: what its scores are multiplied by. Of a factor: the factor. */
  readonly weight: number;
  /** Whether the arm has anything to say about a query. */
  readonly appliesTo: (query: AnalysedQuery) => boolean;
}

/** Adds to the score of documents. */
export interface SummandArm extends RankingArm {
  /** `content` arms read a document's own words. `context` arms run after them, and read `Scoring.content`. */
  readonly kind: 'content' | 'context';
  /** One score per document, in a new array, which the ranking changes. */
  readonly score: (scoring: Scoring) => Float64Array;
}

/** Multiplies the score of the documents that it matches, and divides that of their opposite. */
export interface FactorArm extends RankingArm {
  readonly kind: 'factor';
  /** True or 1 for a full match, 0 for none, -1 for the opposite; the weight to this power is the factor. */
  readonly matches: (document: RankDocument, scoring: Scoring) => boolean | number;
}

export type ScoringArm = SummandArm | FactorArm;
