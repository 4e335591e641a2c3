import type { Candidate } from './candidate.ts';

/** A candidate in its place; `parts` say how the score came about. */
export interface RankedCandidate {
  readonly candidate: Candidate;
  /** 0 where nothing was asked. */
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}
