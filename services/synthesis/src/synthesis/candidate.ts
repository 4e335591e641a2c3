import type { IndexedText } from '../indexing/entry.ts';

/** An indexed text that may answer a query. `terms` are split from `termText` when they are first read. */
export interface Candidate extends IndexedText {
  /** The terms with a space before, between and after them: quick to search. */
  readonly termText: string;
  /** The number of terms. */
  readonly length: number;
}
