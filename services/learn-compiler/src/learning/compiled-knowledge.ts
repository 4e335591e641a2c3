import type { ArtifactDraft, MemoryDraft, SessionSummary } from '../compile/types.ts';
import type { Place } from '@strata/policy/place';

/** A memory that is not stored; drafts of one id are merged. */
export interface DraftedMemory {
  readonly id: string;
  readonly place: Place;
  readonly draft: MemoryDraft;
}

/** A memory to store. */
export interface IdentifiedMemory extends DraftedMemory {
  /** o200k tokens of the content. */
  readonly tokenCount: number;
  /** A hash of the draft, of memories that are compiled again and again. */
  readonly fingerprint?: string;
}

export interface IdentifiedArtifact {
  readonly id: string;
  readonly draft: ArtifactDraft;
  /** o200k tokens of title and content. */
  readonly tokenCount: number;
  /** A hash of the draft with its evidence. */
  readonly fingerprint: string;
}

/** What the evidence of an artifact gained and lost. */
export interface EvidenceChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** An artifact to store. */
export interface ChangedArtifact extends IdentifiedArtifact {
  /** How its evidence differs from that of the stored artifact; null if that is not known. */
  readonly since: EvidenceChange | null;
}

/** Fingerprints of what is stored of a learning scope, by id. Without one, an artifact or memory is stored again. */
export interface KnownFingerprints {
  /** The compilation whose session summaries were stored last; null if there is none. */
  readonly summarized: number | null;
  readonly artifacts: ReadonlyMap<string, string>;
  readonly memories: ReadonlyMap<string, string>;
}

/** What a compilation found out about sessions, as far as it differs from what is stored. */
export interface CompiledSummaries {
  readonly changed: readonly SessionSummary[];
  /** Ids of sessions of which nothing is known any more. */
  readonly gone: readonly string[];
  /** `changed` has all summaries: what was stored before is not known. */
  readonly isWhole: boolean;
  readonly identifierForms: readonly string[];
  /** Names the compilation. */
  readonly revision: number;
}

/** What a learning scope was compiled to, as far as it differs from what is stored. */
export interface CompiledKnowledge {
  /** Artifacts that are stored as they are. */
  readonly kept: readonly string[];
  readonly changed: readonly ChangedArtifact[];
  /** Kept artifacts with events of their evidence that a changed memory cites. */
  readonly cited: readonly { readonly id: string; readonly eventIds: readonly string[] }[];
  /** Memories of how errors were overcome that are new or have changed. */
  readonly memories: readonly IdentifiedMemory[];
  readonly summaries: CompiledSummaries;
}
