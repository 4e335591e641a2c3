import { tagTerm } from './lexemes.ts';

/** What the statistics count of one entry. */
export interface CountedEntry {
  readonly kind: 'memory' | 'artifact';
  /** '' for no agent. */
  readonly agentId: string;
  readonly terms: readonly string[];
  readonly nameTerms: readonly string[];
  readonly tags: readonly string[];
}

/** By how much one row of the document frequencies changes. */
export interface TermChange {
  readonly term: string;
  readonly agentId: string;
  documents: number;
  reached: number;
}

/** By how much one agent's figures change. */
export interface PopulationChange {
  readonly agentId: string;
  memories: number;
  memoryTerms: number;
  artifacts: number;
  artifactTerms: number;
}

export interface FrequencyChanges {
  readonly terms: readonly TermChange[];
  readonly populations: readonly PopulationChange[];
}

/**
 * What a batch changes in the statistics: what came is added, what was replaced or removed is subtracted, and what does not change is left out.
 * Sorted by key, so that all writers touch rows in one order.
 */
export function frequencyChanges(added: readonly CountedEntry[], removed: readonly CountedEntry[]): FrequencyChanges {
  const terms = new Map<string, TermChange>();
  const populations = new Map<string, PopulationChange>();
  for (const entry of added) count(entry, 1, terms, populations);
  for (const entry of removed) count(entry, -1, terms, populations);
  return {
    terms: [...terms.values()]
      .filter(({ documents, reached }) => documents !== 0 || reached !== 0)
      .sort((a, b) => compare(a.term, b.term) || compare(a.agentId, b.agentId)),
    populations: [...populations.values()]
      .filter(
        (change) =>
          change.memories !== 0 || change.memoryTerms !== 0 || change.artifacts !== 0 || change.artifactTerms !== 0,
      )
      .sort((a, b) => compare(a.agentId, b.agentId)),
  };
}

function count(
  { kind, agentId, terms: own, nameTerms, tags }: CountedEntry,
  sign: 1 | -1,
  terms: Map<string, TermChange>,
  populations: Map<string, PopulationChange>,
): void {
  const said = new Set(own);
  for (const term of said) change(terms, term, agentId).documents += sign;
  for (const term of new Set([...said, ...nameTerms, ...tags.map(tagTerm)]))
    change(terms, term, agentId).reached += sign;
  const population = populations.get(agentId) ?? {
    agentId,
    memories: 0,
    memoryTerms: 0,
    artifacts: 0,
    artifactTerms: 0,
  };
  populations.set(agentId, population);
  if (kind === 'memory') {
    population.memories += sign;
    population.memoryTerms += sign * own.length;
  } else {
    population.artifacts += sign;
    population.artifactTerms += sign * own.length;
  }
}

function change(terms: Map<string, TermChange>, term: string, agentId: string): TermChange {
  const key = `${term}\n${agentId}`;
  const known = terms.get(key) ?? { term, agentId, documents: 0, reached: 0 };
  terms.set(key, known);
  return known;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
