import type { Lane } from '@strata/contracts/schemas/synthesis';
import type { ScoreParts } from '../rank/score-parts.ts';
import type { Candidate } from './candidate.ts';

/** A candidate with its score; `parts` explain the score. */
export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly lane: Lane;
  /** 0 without a query. */
  readonly score: number;
  /** False if it scores so low that it is about something else. */
  readonly isRelevant: boolean;
  readonly parts: ScoreParts;
}

/** Where an entry stands in a pack that its words were found for. */
export function laneOf({ kind, subtype }: Candidate): Lane {
  if (kind === 'memory') return 'evidence';
  return subtype === 'failure_playbook' ? 'fix' : 'guide';
}
