import type { DataItem } from '@strata/policy/filter';
import type { Candidate } from '../synthesis/candidate.ts';
import type { PopulationItem } from '../synthesis/in-population.ts';

/** All that a synthesis reads of an entry: what policies look at, what ranking reads, and its text. */
export interface CopiedEntry extends DataItem, PopulationItem {
  readonly id: string;
  readonly userId: string | null;
  /** Which write of the entry this is: another write has another one. */
  readonly write: string;
  /** Which text the entry has: a vector of another revision is of another text. */
  readonly revision: string;
  readonly candidate: Candidate;
  /** Terms that find the entry beside its own: the speaker's name. */
  readonly nameTerms: readonly string[];
  readonly body: string;
}

/** About how much memory an entry takes beside its characters: objects, and its places in postings. */
const BYTES_PER_ENTRY = 1_000;
/** A text is kept as terms, as stems, as said and as word pairs. */
const BYTES_PER_CHARACTER = 3;

/** About how many bytes of memory an entry takes. */
export const sizeOfEntry = (entry: CopiedEntry | undefined): number =>
  entry === undefined
    ? 0
    : BYTES_PER_ENTRY + BYTES_PER_CHARACTER * (entry.body.length + entry.candidate.termText.length);
