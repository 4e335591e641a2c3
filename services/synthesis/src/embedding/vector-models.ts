import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { EmbeddingModel } from './embedder.ts';

/** A place in the order of all entries. */
export interface EntryKey extends TenantScope {
  readonly id: string;
}

/** Replaces the vectors of one model by those of another, while queries go on. */
export interface VectorModels {
  /** Creates the index for vectors of this model. From now on, vectors of no other model are stored. */
  start(model: EmbeddingModel): Promise<void>;
  /**
   * Queues those of the next `limit` entries after a key (null: from the first) that have no vector of this model and of
   * their present text. Returns the key of the last one, null after the last page.
   */
  queueOutdated(model: EmbeddingModel, after: EntryKey | null, limit: number): Promise<EntryKey | null>;
  /** How many entries wait for a vector. */
  countDue(): Promise<number>;
  /** Deletes what is left of other models, unless another one was started since. */
  forgetOthers(model: EmbeddingModel): Promise<void>;
}
