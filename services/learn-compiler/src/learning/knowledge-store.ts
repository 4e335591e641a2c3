import type { IndexedArtifact, IndexedMemory, IndexedScope, IndexedSession } from '@strata/contracts/calls/synthesis';
import type { ArtifactType } from '@strata/contracts/schemas/artifact';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';
import type { StoredItem } from '../reading/artifact-reader.ts';
import type { KnownClaims } from '../compile/facts/known-claims.ts';
import type { Replacement, SaidClaim } from '../compile/facts/find-replaced.ts';
import type { Step } from '../compile/types.ts';
import type { CompiledKnowledge, DraftedMemory, IdentifiedMemory, KnownFingerprints } from './compiled-knowledge.ts';
import type { NewestSessions, ScopeSession, StoredSteps } from './scope-session.ts';

/** A step and where it belongs. `part` numbers the steps of one event. */
export interface PlacedStep {
  readonly place: Place;
  readonly sessionId: string;
  readonly part: number;
  readonly step: Step;
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

/** An entry that the search index has to remove. `revision` is its last revision, or null if that is not known. */
export interface GoneEntry {
  readonly id: string;
  readonly type: 'gone';
  readonly revision: number | null;
}

/** A change of the search index: an entry in its present form, or its removal. */
export type IndexChange = IndexedMemory | IndexedArtifact | GoneEntry;

export interface IndexBacklog {
  /** The rows of the index outbox that the changes of entries come from. */
  readonly positions: readonly string[];
  readonly changes: readonly IndexChange[];
  /** The rows that the summaries come from. */
  readonly summaryPositions: readonly string[];
  readonly sessions: readonly IndexedSession[];
  readonly scopes: readonly IndexedScope[];
}

export interface Unindexed {
  /** The newest memories of the backlog. */
  readonly backlog: readonly IndexedMemory[];
  /** Those of the drafts that are no memory yet and will become one, as the index will get them, by id. */
  readonly drafted: ReadonlyMap<string, IndexedMemory>;
}

/** The claims of one source that share words, and which of them are new. */
export interface ClaimsOfSource {
  readonly claims: readonly SaidClaim[];
  readonly unlinked: readonly string[];
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
  /** The sessions of a learning scope that changed after a revision, those without steps included. */
  changedSessions(scope: TenantScope, place: Place, after: number, maxSteps: number): Promise<ScopeSession[]>;
  /** The newest sessions of a learning scope, with at most `maxSteps` steps together. */
  newestSessions(scope: TenantScope, place: Place, maxSteps: number): Promise<NewestSessions>;
  /** The newest steps of some sessions of a learning scope. */
  stepsOf(scope: TenantScope, place: Place, sessionIds: readonly string[], maxSteps: number): Promise<StoredSteps[]>;
  /** What is stored of a learning scope and rests on nothing that was deleted. */
  fingerprints(scope: TenantScope, place: Place): Promise<KnownFingerprints>;
  /**
   * Stores the result of compiling a learning scope. Artifacts of the compiled types that are not in it are deactivated.
   * Without `onlyType` the scope counts as compiled, unless its mark has moved. Stores nothing if something that the
   * result was compiled from has been deleted meanwhile.
   */
  saveCompiled(
    scope: TenantScope,
    changed: ChangedScope,
    compiled: CompiledKnowledge,
    onlyType: ArtifactType | undefined,
  ): Promise<{ readonly artifacts: ArtifactChanges; readonly memories: MemoryChanges }>;
  /** New claims, at most `limit`, with those that they may replace. What a claim says is read only if `known` lacks it, and added there. */
  unlinkedClaims(scope: TenantScope, limit: number, known: KnownClaims): Promise<ClaimsOfSource[]>;
  /** Ends the validity of memories that newer ones replace, and counts the claims of `linked` as compared. */
  saveReplacements(
    scope: TenantScope,
    linked: readonly string[],
    replaced: ReadonlyMap<string, Replacement>,
  ): Promise<void>;
  /** What the search index does not have yet, at most `limit` memories of the backlog; `drafts` are not stored. */
  unindexed(scope: TenantScope, drafts: readonly DraftedMemory[], limit: number): Promise<Unindexed>;
  /** The next changes to send to the search index, at most `limit`; undefined without any. */
  readBacklog(scope: TenantScope, limit: number): Promise<IndexBacklog | undefined>;
  /** Removes changes that the index has taken, by their rows of the outbox. */
  removeBacklog(scope: TenantScope, positions: readonly string[]): Promise<void>;
  /** Tenant scopes with changes that were not sent for some seconds. */
  staleBacklogs(olderThanSeconds: number): Promise<TenantScope[]>;
}
