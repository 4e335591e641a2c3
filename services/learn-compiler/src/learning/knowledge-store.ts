import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { ArtifactDraft, ArtifactType, MemoryDraft, SessionSteps, Step } from '../compile/types.ts';
import type { Owner } from './knowledge-ids.ts';

/** A step with where it belongs. `part` tells the steps of one event apart. */
export interface OwnedStep {
  readonly owner: Owner;
  readonly sessionId: string;
  readonly part: number;
  readonly step: Step;
}

/** A memory to be written; drafts with one id have been united. */
export interface OwnedMemory {
  readonly id: string;
  readonly owner: Owner;
  readonly draft: MemoryDraft;
  /** o200k tokens of the content. */
  readonly tokenCount: number;
}

export interface OwnedArtifact {
  readonly id: string;
  readonly draft: ArtifactDraft;
  /** o200k tokens of title and content. */
  readonly tokenCount: number;
}

/** How many memories were new, and how many known ones found new evidence. */
export interface MemoryChanges {
  readonly created: number;
  readonly updated: number;
}

export interface ArtifactChanges {
  readonly created: number;
  /** Changed content under a raised version. */
  readonly updated: number;
  readonly deactivated: number;
}

/** A scope whose steps changed since it was compiled; `mark` moves with every further change. */
export interface ChangedScope extends Owner {
  readonly mark: number;
}

/** What a search entry is to become: its present form, or gone. */
export type IndexChange = IndexedMemory | IndexedArtifact | { readonly id: string; readonly type: 'gone' };

export interface IndexBacklog {
  /** Where in the outbox these changes are noted. */
  readonly positions: readonly string[];
  readonly changes: readonly IndexChange[];
}

/** Memories, steps and artifacts of a partition. Each writing method is one transaction and safe to repeat. */
export interface KnowledgeStore {
  /** Stores what one page of events gave; marks its scopes as changed and its memories as to be indexed. */
  savePage(scope: TenantScope, steps: readonly OwnedStep[], memories: readonly OwnedMemory[]): Promise<MemoryChanges>;
  changedScopes(scope: TenantScope, agentId: string | undefined): Promise<ChangedScope[]>;
  /** The scope's newest steps, at most `maxSteps`, by session and in order. */
  sessions(scope: TenantScope, owner: Owner, maxSteps: number): Promise<SessionSteps[]>;
  /**
   * Stores what a scope compiled to. Artifacts of the compiled types that did not come out again are deactivated.
   * With no `onlyType` the scope counts as compiled, unless its mark has moved. Nothing is stored when something that
   * it was compiled from has been deleted meanwhile.
   */
  saveCompiled(
    scope: TenantScope,
    changed: ChangedScope,
    compiled: { readonly artifacts: readonly OwnedArtifact[]; readonly memories: readonly OwnedMemory[] },
    onlyType: ArtifactType | undefined,
  ): Promise<{ readonly artifacts: ArtifactChanges; readonly memories: MemoryChanges }>;
  /** The next changes that the search index has not heard of, at most `limit`; undefined when there are none. */
  indexBacklog(scope: TenantScope, limit: number): Promise<IndexBacklog | undefined>;
  /** Forgets the backlog that was told. */
  indexed(scope: TenantScope, backlog: IndexBacklog): Promise<void>;
  /** Partitions whose backlog nobody has told for some seconds. */
  staleBacklogs(olderThanSeconds: number): Promise<TenantScope[]>;
}
