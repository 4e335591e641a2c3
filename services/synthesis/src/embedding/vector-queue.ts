import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { EmbeddingModel } from './embedder.ts';

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
  /**
   * Leases at most `limit` entries that are due, for `leaseMs`. Half of them are the newest, so that these need not wait
   * until every entry has a vector of a new model. Errors: `ModelReplaced`.
   */
  claim(model: EmbeddingModel, limit: number, leaseMs: number): Promise<DueEntry[]>;
  /**
   * Stores the vectors, in place of those of another model; entries that have changed since the claim stay in the queue.
   * Errors: `ModelReplaced`.
   */
  store(model: EmbeddingModel, vectors: readonly EntryVector[]): Promise<void>;
  /** Makes these due again after `delayMs`. */
  postpone(entries: readonly DueEntry[], delayMs: number): Promise<void>;
  /** Removes these from the queue until their text changes, and deletes vectors that they have of another model or text. */
  drop(entries: readonly DueEntry[]): Promise<void>;
}

/** Another process with another model started later: this one makes no vectors. */
export class ModelReplaced extends Error {
  override readonly name = 'ModelReplaced';
  constructor() {
    super('A process with another embedding model started later; if it has ended, restart this one');
  }
}
