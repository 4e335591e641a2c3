import type { TenantScope } from '@strata/kernel/tenant-scope';

/** An entry that waits for its vector. */
export interface DueEntry {
  readonly scope: TenantScope;
  readonly id: string;
  readonly revision: number;
  readonly text: string;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
}

export interface EntryVector {
  readonly entry: DueEntry;
  readonly vector: readonly number[];
}

/** The entries that wait for a vector, over all tenants. Several processes may claim at once; each entry goes to one of them. */
export interface VectorQueue {
  /** Makes ready for vectors of this model; puts every entry into the queue whose vector is missing, of an older text or of another model. */
  fill(model: string, dimensions: number): Promise<void>;
  /** At most `limit` entries that are due; nobody else gets them for `leaseMs`. */
  claim(limit: number, leaseMs: number): Promise<DueEntry[]>;
  /** Keeps the vectors; entries that have changed since stay in the queue. */
  store(model: string, vectors: readonly EntryVector[]): Promise<void>;
  /** Tries these again after `delayMs`. */
  postpone(entries: readonly DueEntry[], delayMs: number): Promise<void>;
  /** Gives up on these until their text changes. */
  drop(entries: readonly DueEntry[]): Promise<void>;
}
