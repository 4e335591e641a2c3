const NEAR = 0.8;

/** How a limit is shown: as usual, as nearly reached from 80% on, or as reached. */
export const toneOf = (used: number, limit: number): 'accent' | 'warning' | 'bad' =>
  used >= limit ? 'bad' : used >= limit * NEAR ? 'warning' : 'accent';
