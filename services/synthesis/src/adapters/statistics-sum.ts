import { frequencyChanges, type CountedEntry } from '../indexing/frequency-changes.ts';
import type { PopulationStatistics } from '../synthesis/search-index.ts';
import { decodeTerms } from './entry-features.ts';

/** Counts of some entries. */
export interface EntryCounts {
  /** Entries that contain the term, and entries that a search for it reaches. */
  readonly terms: readonly (readonly [term: string, documents: number, reached: number])[];
  readonly population: PopulationCounts;
}

export type PopulationCounts = readonly [
  memories: number,
  memoryTerms: number,
  artifacts: number,
  artifactTerms: number,
];

/** What is counted of an entry, as it is stored. */
export interface StoredEntry {
  readonly kind: CountedEntry['kind'];
  readonly tags: readonly string[];
  readonly features: string;
}

export function countStored(entries: readonly StoredEntry[]): EntryCounts {
  const { terms, populations } = frequencyChanges(entries.map(toCounted), []);
  const { memories = 0, memoryTerms = 0, artifacts = 0, artifactTerms = 0 } = populations[0] ?? {};
  return {
    terms: terms.map(({ term, documents, reached }) => [term, documents, reached]),
    population: [memories, memoryTerms, artifacts, artifactTerms],
  };
}

/** Adds and subtracts counts, and makes statistics of them. */
export class StatisticsSum {
  readonly #population = [0, 0, 0, 0] as [number, number, number, number];
  readonly #terms = new Map<string, { documents: number; reached: number }>();

  add(counts: EntryCounts): void {
    this.#addTimes(1, counts);
  }

  subtract(counts: EntryCounts): void {
    this.#addTimes(-1, counts);
  }

  /** The statistics of these terms; a term that is in no entry has none. */
  statistics(terms: readonly string[]): PopulationStatistics {
    const [memories, memoryTerms, artifacts, artifactTerms] = this.#population;
    const counted = [...new Set(terms)].map((term) => ({ term, ...(this.#terms.get(term) ?? NONE) }));
    return {
      documents: memories + artifacts,
      artifacts,
      averageLength: { memory: memoryTerms / Math.max(1, memories), artifact: artifactTerms / Math.max(1, artifacts) },
      documentFrequency: new Map(
        counted.filter(({ documents }) => documents > 0).map(({ term, documents }) => [term, documents]),
      ),
      reach: new Map(counted.filter(({ reached }) => reached > 0).map(({ term, reached }) => [term, reached])),
    };
  }

  #addTimes(sign: 1 | -1, { terms, population }: EntryCounts): void {
    for (const [i, count] of population.entries()) this.#population[i] = (this.#population[i] ?? 0) + sign * count;
    for (const [term, documents, reached] of terms) {
      const known = this.#terms.get(term) ?? NONE;
      this.#terms.set(term, {
        documents: known.documents + sign * documents,
        reached: known.reached + sign * reached,
      });
    }
  }
}

const NONE = { documents: 0, reached: 0 };

/** The place does not matter here: one row of changes for all entries. */
const toCounted = ({ kind, tags, features }: StoredEntry): CountedEntry => ({
  kind,
  agentId: '',
  namespaceId: '',
  userId: '',
  tags,
  ...decodeTerms(features),
});
