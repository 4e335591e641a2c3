import type { Claim } from './read-claim.ts';
import type { RecordState } from './read-record.ts';
import { toCompare, type ComparedClaim } from './replaces.ts';
import { WordTable } from './word-table.ts';

/** What claims say, by memory, and their words: it never changes, so that it is read once for many pages. */
export class KnownClaims {
  readonly #most: number;
  readonly #claims = new Map<string, ComparedClaim | RecordState>();
  #table = new WordTable();

  /** @param most the claims that are kept from one page to the next */
  constructor(most: number) {
    this.#most = most;
  }

  get table(): WordTable {
    return this.#table;
  }

  get(memoryId: string): ComparedClaim | RecordState | undefined {
    return this.#claims.get(memoryId);
  }

  add(memoryId: string, claim: Claim | RecordState): ComparedClaim | RecordState {
    const known = 'record' in claim ? claim : toCompare(claim, this.#table);
    this.#claims.set(memoryId, known);
    return known;
  }

  /** Forgets all if there are too many, with their words. To be called when no page is being compared. */
  bound(): void {
    if (this.#claims.size <= this.#most) return;
    this.#claims.clear();
    this.#table = new WordTable();
  }
}
