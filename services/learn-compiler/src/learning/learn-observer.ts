import type { ArtifactChanges, MemoryChanges } from './knowledge-store.ts';

/**
 * Where a job spends its time: `claim` leases events and marks them as compiled, `digest` extracts memories and steps
 * from them, `compile` makes artifacts of a learning scope's steps, `store` commits either, `index` updates the search
 * index.
 */
export type LearnStage = 'claim' | 'digest' | 'compile' | 'store' | 'index';

/** Receives the measurements of running jobs. */
export interface LearnObserver {
  /** Runs one turn of a stage (a page of events, a learning scope) and measures it, also when it fails. */
  time<T>(stage: LearnStage, work: () => T | Promise<T>): Promise<T>;
  /** Counts events that were compiled, and what changed. */
  committed(what: {
    readonly events?: number;
    readonly memories?: MemoryChanges;
    readonly artifacts?: ArtifactChanges;
  }): void;
}
