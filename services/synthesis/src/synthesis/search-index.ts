import type { ReturnedMemory } from '@strata/policy/access-report';
import type { ReadFilters } from '@strata/policy/policy-engine';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Candidate } from './candidate.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import type { Turn } from '../rank/wanted-neighbours.ts';

/**
 * What a caller may see at all. Everything else is as if it were not in the index: no candidate, no neighbour, and in no
 * figure.
 */
export type VisibleFilters = Pick<ReadFilters, 'memory' | 'artifact' | 'artifactSources'>;

/** What a query is about; applied before anything is ranked. */
export interface Population {
  /** Only this agent's entries; null for all agents'. */
  readonly agentId: string | null;
  readonly kinds: readonly Candidate['kind'][];
  /** Memories must carry every one of these; artifacts are not held to it. */
  readonly tags: readonly string[];
}

export interface PopulationStatistics extends CorpusStatistics {
  /** How many of the documents are artifacts. */
  readonly artifacts: number;
  /** How many entries each term leads to: those that hold it and those whose speaker has that name. */
  readonly reach: ReadonlyMap<string, number>;
}

/** Which entries to fetch as candidates. */
export interface CandidateSearch {
  /** Any of these leads to a candidate. */
  readonly terms: readonly string[];
  /** Only the newest so many of each kind; null for all. */
  readonly newest: number | null;
}

/** What is near in meaning. */
export interface VectorSearch {
  readonly vector: readonly number[];
  /** How many entries there are to look at, about. */
  readonly populationSize: number;
  readonly limit: number;
}

/** What the reader gets of an entry, and where it lies. */
export interface EntryText {
  readonly text: string;
  readonly place: ReturnedMemory['place'];
}

/** One view of what is visible in a partition's index. */
export interface IndexView {
  statistics(agentId: string | null, terms: readonly string[]): Promise<PopulationStatistics>;
  candidates(population: Population, search: CandidateSearch): Promise<Candidate[]>;
  /** The memories at these places of conversations. */
  turns(population: Population, places: readonly Turn[]): Promise<Candidate[]>;
  /** The newest entries of one kind, newest first. */
  newest(population: Population, kind: Candidate['kind'], limit: number): Promise<Candidate[]>;
  /** The entries nearest in meaning, nearest first. */
  nearest(population: Population, search: VectorSearch): Promise<Candidate[]>;
  /** The entries' texts by id. */
  texts(ids: readonly string[]): Promise<ReadonlyMap<string, EntryText>>;
}

export interface SearchIndex {
  /** Everything inside is one transaction: keep work other than reading short. */
  view<T>(scope: TenantScope, visible: VisibleFilters, read: (view: IndexView) => Promise<T>): Promise<T>;
}
