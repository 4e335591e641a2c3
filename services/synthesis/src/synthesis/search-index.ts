import type { SectionOutcome } from '@strata/contracts/schemas/synthesis';
import type { ReturnedMemory } from '@strata/policy/access-report';
import type { ReadFilters } from '@strata/policy/policy-engine';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { PackItem } from '../pack/pack-item.ts';
import type { Candidate } from './candidate.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import type { Turn } from '../rank/wanted-neighbours.ts';
import type { SessionNotes } from '../sessions/session-notes.ts';

/**
 * What the caller may read. Hidden entries are treated as if they were not in the index: they are never candidates or
 * neighbours, and no statistics count them.
 */
export interface VisibleFilters extends Pick<ReadFilters, 'memory' | 'artifact' | 'artifactSources'> {
  /** The end users whose entries the filters show, '' for entries without one. Without it, entries of end users are read only by id. */
  readonly users?: readonly string[];
}

/** The entries that a request is limited to, before anything is ranked. */
export interface Population {
  /** Null for the entries of all agents. */
  readonly agentId: string | null;
  readonly kinds: readonly Candidate['kind'][];
  /** Memories must have all of these; artifacts need not. */
  readonly tags: readonly string[];
  readonly namespaceId?: string | undefined;
  /** Only memories of this session, and within these times; artifacts are of no session and time. */
  readonly sessionId?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface PopulationStatistics extends CorpusStatistics {
  /** How many of the documents are artifacts. */
  readonly artifacts: number;
  /** How many entries a search for each term finds: those that contain it, and those whose speaker has that name. */
  readonly reach: ReadonlyMap<string, number>;
}

/** Which entries to fetch as candidates. */
export interface CandidateSearch {
  /** Entries with any of these are candidates. */
  readonly terms: readonly string[];
  /** At most so many of each kind, the newest; null for all. */
  readonly newest: number | null;
}

/** A search by meaning. */
export interface VectorSearch {
  readonly vector: readonly number[];
  /** About how many entries are searched. */
  readonly populationSize: number;
  readonly limit: number;
}

/** One of the vectors nearest to that of a query, and the revision of the entry that it is of. */
export interface NearVector {
  readonly id: string;
  readonly revision: string;
  /** The cosine of the angle between the two. */
  readonly similarity: number;
}

/** The text of an entry for the reader, its place, and how the runs ended that it was said in (null: not known). */
export interface EntryText {
  readonly text: string;
  readonly wordPairs?: PackItem['wordPairs'];
  readonly place: ReturnedMemory['place'];
  /** It is about an end user: the one of the request, since others' entries are not visible. */
  readonly isOfEndUser: boolean;
  /** The event that says it, if it is not learned yet. A side text knows its event itself. */
  readonly eventId?: string;
  readonly outcome: SectionOutcome | null;
}

/** An artifact, with some of the memories that it was compiled from. */
export interface CompiledArtifact {
  readonly artifact: Candidate;
  readonly memoryIds: readonly string[];
}

/** What the caller may read in the index of a tenant scope. */
export interface IndexView {
  statistics(agentId: string | null, terms: readonly string[]): Promise<PopulationStatistics>;
  candidates(population: Population, search: CandidateSearch): Promise<Candidate[]>;
  /** The memories at these positions of sessions. */
  turns(population: Population, turns: readonly Turn[]): Promise<Candidate[]>;
  /** The newest entries of one kind, newest first. */
  newest(population: Population, kind: Candidate['kind'], limit: number): Promise<Candidate[]>;
  /** The entries nearest in meaning with their similarities, nearest first. */
  nearest(population: Population, search: VectorSearch): Promise<Candidate[]>;
  /** The artifacts of the population that were compiled from any of these memories, each with those of them. */
  compiledFrom(population: Population, memoryIds: readonly string[]): Promise<CompiledArtifact[]>;
  /** Which of these entries were only said in runs that failed. */
  onlyFailed(ids: readonly string[]): Promise<readonly string[]>;
  /** Memories of the population by id. */
  memories(population: Population, ids: readonly string[]): Promise<Candidate[]>;
  /** The texts of entries by id. */
  texts(ids: readonly string[]): Promise<ReadonlyMap<string, EntryText>>;
  /**
   * What is known of sessions by id, and of those that name one of the identifiers; with their scopes. `agentId`: null for
   * all agents.
   */
  sessionNotes(
    agentId: string | null,
    sessionIds: readonly string[],
    identifiers: readonly string[],
  ): Promise<SessionNotes>;
}

/** An index that is read by views of what a caller may read. */
export interface ViewedIndex {
  /** Runs `read`, in one transaction if it reads the database: it should do little but read. */
  view<T>(scope: TenantScope, visible: VisibleFilters, read: (view: IndexView) => Promise<T>): Promise<T>;
}

/** A copy of a tenant scope in memory. */
export interface CopiedIndex extends ViewedIndex {
  /** Which write of the scope the copy ends with. What was read from it holds only if this is still the last write. */
  readonly version: string;
  /** Takes whether the copy had the last write. If not, it is brought up to date before it is used again. */
  checked(hadLastWrite: boolean): void;
}

/** The search index in the database. */
export interface SearchIndex extends ViewedIndex {
  /** The copy of a tenant scope, if there is one that can have its last write. */
  copyOf(scope: TenantScope, visible: VisibleFilters): CopiedIndex | undefined;
}
