import type { Candidate } from './candidate.ts';

/** A candidate with its score; `parts` explain the score. */
export interface RankedCandidate {
  readonly candidate: Candidate;
  /** 0 without a query. */
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}
