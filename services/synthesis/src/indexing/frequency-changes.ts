import { tagTerm } from './lexemes.ts';

/** An entry, as far as the statistics count it. */
export interface CountedEntry {
  readonly kind: 'memory' | 'artifact';
  /** '' for no agent. */
  readonly agentId: string;
  /** '' for no namespace. */
  readonly namespaceId: string;
  /** '' for no end user. */
  readonly userId: string;
  readonly terms: readonly string[];
  readonly nameTerms: readonly string[];
  readonly tags: readonly string[];
}

type Place = Pick<CountedEntry, 'agentId' | 'namespaceId' | 'userId'>;

/**
 * Changes to one row of the document frequencies: to the numbers of entries that contain the term (`documents`), and that a
 * search for it finds (`reached`). `artifact…` is the part of them due to artifacts.
 */
export interface TermChange extends Place {
  readonly term: string;
  documents: number;
  reached: number;
  artifactDocuments: number;
  artifactReached: number;
}

/** Changes to the counts of one agent in one namespace, of one end user or without one. */
export interface PopulationChange extends Place {
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
 * The changes of a batch to the statistics, without rows that stay the same. `removed` also contains the replaced
 * revisions. Sorted by key, so that all writers lock rows in one order.
 */
export function frequencyChanges(added: readonly CountedEntry[], removed: readonly CountedEntry[]): FrequencyChanges {
  const terms = new Map<string, TermChange>();
  const populations = new Map<string, PopulationChange>();
  for (const entry of added) count(entry, 1, terms, populations);
  for (const entry of removed) count(entry, -1, terms, populations);
  return {
    terms: [...terms.values()]
      .filter((change) => COUNTS.some((count) => change[count] !== 0))
      .sort((a, b) => compare(a.term, b.term) || byPlace(a, b)),
    populations: [...populations.values()]
      .filter((change) => FIGURES.some((figure) => change[figure] !== 0))
      .sort(byPlace),
  };
}

const COUNTS = ['documents', 'reached', 'artifactDocuments', 'artifactReached'] as const;
const FIGURES = ['memories', 'memoryTerms', 'artifacts', 'artifactTerms'] as const;

function count(
  { kind, agentId, namespaceId, userId, terms: own, nameTerms, tags }: CountedEntry,
  sign: 1 | -1,
  terms: Map<string, TermChange>,
  populations: Map<string, PopulationChange>,
): void {
  const place = { agentId, namespaceId, userId };
  const artifactSign = kind === 'artifact' ? sign : 0;
  const said = new Set(own);
  for (const term of said) {
    const change = changeOf(terms, term, place);
    change.documents += sign;
    change.artifactDocuments += artifactSign;
  }
  for (const term of new Set([...said, ...nameTerms, ...tags.map(tagTerm)])) {
    const change = changeOf(terms, term, place);
    change.reached += sign;
    change.artifactReached += artifactSign;
  }
  const key = keyOf(place);
  const population = populations.get(key) ?? {
    ...place,
    memories: 0,
    memoryTerms: 0,
    artifacts: 0,
    artifactTerms: 0,
  };
  populations.set(key, population);
  if (kind === 'memory') {
    population.memories += sign;
    population.memoryTerms += sign * own.length;
  } else {
    population.artifacts += sign;
    population.artifactTerms += sign * own.length;
  }
}

function changeOf(terms: Map<string, TermChange>, term: string, place: Place): TermChange {
  const key = `${term}\0${keyOf(place)}`;
  const known = terms.get(key) ?? {
    term,
    ...place,
    documents: 0,
    reached: 0,
    artifactDocuments: 0,
    artifactReached: 0,
  };
  terms.set(key, known);
  return known;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byPlace = (a: Place, b: Place): number =>
  compare(a.agentId, b.agentId) || compare(a.namespaceId, b.namespaceId) || compare(a.userId, b.userId);

const keyOf = ({ agentId, namespaceId, userId }: Place): string => `${agentId}\0${namespaceId}\0${userId}`;
