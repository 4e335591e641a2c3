import type { IndexedText } from '../indexing/entry.ts';

/** An indexed text that may answer a query. `terms` are split off `termText` when they are first asked for. */
export interface Candidate extends IndexedText {
  /** The terms with a space before, between and after them: quick to look a term up in. */
  readonly termText: string;
  /** How many terms there are. */
  readonly length: number;
}
