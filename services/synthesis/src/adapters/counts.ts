import { frequencyChanges, type CountedEntry } from '../indexing/frequency-changes.ts';
import type { PopulationStatistics } from '../synthesis/search-index.ts';
import { decodeTerms } from './entry-features.ts';

/** Memories, their terms, artifacts, their terms. */
export type PopulationFigures = [memories: number, memoryTerms: number, artifacts: number, artifactTerms: number];

/** What is counted of an entry, as it is stored. */
export interface HeldEntry {
  readonly kind: CountedEntry['kind'];
  readonly tags: readonly string[];
  readonly features: string;
}

/** Adds up the figures of a population from sums and from single entries. */
export class Counts {
  readonly #population: PopulationFigures = [0, 0, 0, 0];
  readonly #terms = new Map<string, { documents: number; reached: number }>();

  add({ terms, population }: { terms: readonly [string, number, number][]; population: PopulationFigures }): void {
    for (const [term, documents, reached] of terms) this.#addTerm(term, documents, reached);
    this.addPopulation(population, 1);
  }

  addPopulation(figures: PopulationFigures, sign: 1 | -1): void {
    for (const [i, figure] of figures.entries()) this.#population[i] = (this.#population[i] ?? 0) + sign * figure;
  }

  /** What the entries hold, and not how many they are. */
  addTerms(entries: readonly HeldEntry[], sign: 1 | -1): void {
    for (const { term, documents, reached } of frequencyChanges(entries.map(toCounted), []).terms)
      this.#addTerm(term, sign * documents, sign * reached);
  }

  addEntries(entries: readonly HeldEntry[], sign: 1 | -1): void {
    this.addTerms(entries, sign);
    for (const { memories, memoryTerms, artifacts, artifactTerms } of frequencyChanges(entries.map(toCounted), [])
      .populations)
      this.addPopulation([memories, memoryTerms, artifacts, artifactTerms], sign);
  }

  /** The figures of these terms; one that is in no entry has none. */
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

  #addTerm(term: string, documents: number, reached: number): void {
    const known = this.#terms.get(term) ?? NONE;
    this.#terms.set(term, { documents: known.documents + documents, reached: known.reached + reached });
  }
}

const NONE = { documents: 0, reached: 0 };

const toCounted = ({ kind, tags, features }: HeldEntry): CountedEntry => ({
  kind,
  agentId: '',
  namespaceId: '',
  tags,
  ...decodeTerms(features),
});
