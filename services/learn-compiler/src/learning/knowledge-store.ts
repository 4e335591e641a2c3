import type { IndexedArtifact, IndexedMemory } from '@strata/contracts/calls/synthesis';
import type { ArtifactType } from '@strata/contracts/schemas/artifact';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';
import type { StoredItem } from '../reading/artifact-reader.ts';
import type { ArtifactDraft, MemoryDraft, SessionSteps, Step } from '../compile/types.ts';

/** A step and where it belongs. `part` numbers the steps of one event. */
export interface PlacedStep {
  readonly place: Place;
  readonly sessionId: string;
  readonly part: number;
  readonly step: Step;
}

/** A memory to store; drafts of one id are merged. */
export interface IdentifiedMemory {
  readonly id: string;
  readonly place: Place;
  readonly draft: MemoryDraft;
  /** o200k tokens of the content. */
  readonly tokenCount: number;
}

export interface IdentifiedArtifact {
  readonly id: string;
  readonly draft: ArtifactDraft;
  /** o200k tokens of title and content. */
  readonly tokenCount: number;
}

/** The memories that were new, and the known ones that gained evidence. */
export interface MemoryChanges {
  readonly created: readonly StoredItem[];
  readonly updated: readonly StoredItem[];
}

export interface ArtifactChanges {
  readonly created: readonly StoredItem[];
  /** Changed content under a higher version. */
  readonly updated: readonly StoredItem[];
  readonly deactivated: readonly StoredItem[];
}

/** A learning scope whose steps changed since it was compiled. `mark` grows with every further change. */
export interface ChangedScope extends Place {
  readonly mark: number;
}

/** A change of the search index: an entry in its present form, or its removal. */
export type IndexChange = IndexedMemory | IndexedArtifact | { readonly id: string; readonly type: 'gone' };

export interface IndexBacklog {
  /** The rows of the index outbox that these changes come from. */
  readonly positions: readonly string[];
  readonly changes: readonly IndexChange[];
}

/** Memories, steps and artifacts of a tenant scope. Each writing method is one transaction and safe to repeat. */
export interface KnowledgeStore {
  /** Stores the digest of a page of events, marks its learning scopes as changed, and queues its memories for the index. */
  savePage(
    scope: TenantScope,
    steps: readonly PlacedStep[],
    memories: readonly IdentifiedMemory[],
  ): Promise<MemoryChanges>;
  changedScopes(scope: TenantScope, agentId: string | undefined): Promise<ChangedScope[]>;
  /** The newest steps of a learning scope, at most `maxSteps`, by session and in order. */
  sessions(scope: TenantScope, place: Place, maxSteps: number): Promise<SessionSteps[]>;
  /**
   * Stores the result of compiling a learning scope. Artifacts of the compiled types that are not in it are deactivated.
   * Without `onlyType` the scope counts as compiled, unless its mark has moved. Stores nothing if something that the
   * result was compiled from has been deleted meanwhile.
   */
  saveCompiled(
    scope: TenantScope,
    changed: ChangedScope,
    compiled: { readonly artifacts: readonly IdentifiedArtifact[]; readonly memories: readonly IdentifiedMemory[] },
    onlyType: ArtifactType | undefined,
  ): Promise<{ readonly artifacts: ArtifactChanges; readonly memories: MemoryChanges }>;
  /** The next changes to send to the search index, at most `limit`; undefined without any. */
  readBacklog(scope: TenantScope, limit: number): Promise<IndexBacklog | undefined>;
  /** Removes changes that the index has taken. */
  removeBacklog(scope: TenantScope, backlog: IndexBacklog): Promise<void>;
  /** Tenant scopes with changes that were not sent for some seconds. */
  staleBacklogs(olderThanSeconds: number): Promise<TenantScope[]>;
}
