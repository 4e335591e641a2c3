import type { ArtifactChanges, MemoryChanges } from './knowledge-store.ts';

/**
 * Where a job's time goes: `claim` leases events and marks them as compiled, `digest` reads memories and steps from
 * them, `compile` makes artifacts of a scope's steps, `store` commits either, `index` tells the search index.
 */
export type LearnStage = 'claim' | 'digest' | 'compile' | 'store' | 'index';

/** What metrics code learns from jobs as they go. */
export interface LearnObserver {
  /** Runs a turn of a stage (a page of events, a scope) and notes how long it took, also when it fails. */
  time<T>(stage: LearnStage, work: () => T | Promise<T>): Promise<T>;
  /** Events that were compiled, and what came of them. */
  committed(what: {
    readonly events?: number;
    readonly memories?: MemoryChanges;
    readonly artifacts?: ArtifactChanges;
  }): void;
}
