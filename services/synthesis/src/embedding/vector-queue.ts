import type { TenantScope } from '@strata/kernel/tenant-scope';

/** An entry that waits for its vector. */
export interface DueEntry {
  readonly scope: TenantScope;
  readonly id: string;
  readonly revision: number;
  readonly text: string;
  /** How often it was claimed, including this time. */
  readonly attempts: number;
}

export interface EntryVector {
  readonly entry: DueEntry;
  readonly vector: readonly number[];
}

/** The entries of all tenants that wait for a vector. Several processes may claim at once; each entry goes to one of them. */
export interface VectorQueue {
  /** Creates the index for vectors of this model, and queues every entry whose vector is missing or outdated. */
  fill(model: string, dimensions: number): Promise<void>;
  /** Leases at most `limit` entries that are due, for `leaseMs`. */
  claim(limit: number, leaseMs: number): Promise<DueEntry[]>;
  /** Stores the vectors; entries that have changed since the claim stay in the queue. */
  store(model: string, vectors: readonly EntryVector[]): Promise<void>;
  /** Makes these due again after `delayMs`. */
  postpone(entries: readonly DueEntry[], delayMs: number): Promise<void>;
  /** Removes these from the queue until their text changes. */
  drop(entries: readonly DueEntry[]): Promise<void>;
}
