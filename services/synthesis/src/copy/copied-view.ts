import type { SectionOutcome } from '@strata/contracts/schemas/synthesis';
import { comparedPairs } from '../pack/repeats.ts';
import type { WordPairs } from '../pack/word-pairs.ts';
import type { Candidate } from '../synthesis/candidate.ts';
import { inPopulation } from '../synthesis/in-population.ts';
import type {
  CandidateSearch,
  EntryText,
  IndexView,
  NearVector,
  Population,
  PopulationStatistics,
  VectorSearch,
  VisibleFilters,
} from '../synthesis/search-index.ts';
import type { SessionNotes } from '../sessions/session-notes.ts';
import type { CopiedEntry } from './copied-entry.ts';
import type { IndexCopy, NotesBySession } from './index-copy.ts';
import type { VisibleEntries } from './visible-entries.ts';

/** Memories and artifacts. */
const KINDS = 2;
/** Most sessions that are looked up because they name an identifier of the query, as in the database. */
const MAX_NAMING = 200;

/** Vectors that are read for each wanted entry: a few may be of hidden or changed entries. A graph walk for twice as many takes three times as long. */
const VECTORS_PER_ENTRY = 1.2;
/** If fewer of the entries are visible, too many of those vectors would be of hidden ones. */
const LEAST_VISIBLE = 0.9;

/** What no copy has: vectors, and what artifacts were compiled from. */
export interface NotCopied extends Pick<IndexView, 'nearest' | 'compiledFrom'> {
  /** The nearest vectors of an agent's entries (null: of all agents), nearest first, whether the caller may read the entries or not. */
  nearestVectors(agentId: string | null, search: VectorSearch): Promise<readonly NearVector[]>;
}

/** A view of a copy of the index. It returns what the same view of the index would; `index` reads what the copy does not have. */
export function copiedView(
  copy: IndexCopy,
  visible: VisibleEntries,
  { users = [''] }: VisibleFilters,
  index: NotCopied,
): IndexView {
  const { notes } = copy;
  const entriesAt = (numbers: Iterable<number>, population: Population): CopiedEntry[] => {
    const isIn = inPopulation(population);
    const entries: CopiedEntry[] = [];
    for (const number of numbers) {
      const entry = visible.has(number) ? copy.at(number) : undefined;
      if (entry !== undefined && isIn(entry)) entries.push(entry);
    }
    return entries;
  };
  const ofUsers = (marks: Uint8Array): number[] => {
    const numbers: number[] = [];
    for (let number = marks.indexOf(1); number >= 0; number = marks.indexOf(1, number + 1))
      if (visible.hasOfUsers(number)) numbers.push(number);
    return numbers;
  };

  const countOf = (numbers: readonly number[], agentId: string | null): number => {
    let count = 0;
    for (const number of numbers)
      if (visible.hasOfUsers(number) && (agentId === null || copy.at(number)?.agentId === agentId)) count++;
    return count;
  };

  const isVisible = (number: number): boolean => visible.has(number);
  const isOfUsersAsked = (number: number): boolean => visible.hasOfUsers(number);
  const entryOf = (id: string, passes = isVisible): CopiedEntry | undefined => {
    const number = copy.numberOf(id, passes);
    return number === undefined ? undefined : copy.at(number);
  };

  /** The sessions that name one of the identifiers, and of which nothing is about another end user. */
  const naming = (identifiers: readonly string[]): string[] => {
    if (identifiers.length === 0) return [];
    const named = notes.all.sessions.filter((session) => session.identifiers.some((one) => identifiers.includes(one)));
    return [...new Set(named.map(({ sessionId }) => sessionId))]
      .filter((sessionId) =>
        copy.inSession(sessionId).every((number) => !visible.isThere(number) || isOfUsers(copy.at(number), users)),
      )
      .slice(0, MAX_NAMING);
  };

  const statistics = (agentId: string | null, terms: readonly string[]): PopulationStatistics => {
    const { memories, memoryTerms, artifacts, artifactTerms } = visible.counts(agentId);
    const documentFrequency = new Map<string, number>();
    const reach = new Map<string, number>();
    for (const term of new Set(terms)) {
      const said = countOf(copy.withTerm(term), agentId);
      const reached = said + countOf(copy.foundBy(term), agentId);
      if (said > 0) documentFrequency.set(term, said);
      if (reached > 0) reach.set(term, reached);
    }
    return {
      documents: memories + artifacts,
      artifacts,
      averageLength: { memory: memoryTerms / Math.max(1, memories), artifact: artifactTerms / Math.max(1, artifacts) },
      documentFrequency,
      reach,
    };
  };

  const candidates = (population: Population, { terms, newest }: CandidateSearch): Candidate[] => {
    const matching = new Uint8Array(copy.length);
    for (const term of terms) {
      for (const number of copy.withTerm(term)) matching[number] = 1;
      for (const number of copy.foundBy(term)) matching[number] = 1;
    }
    if (newest === null) return entriesAt(ofUsers(matching), population).map(toCandidate);
    const inOrder = visible.newestFirst().filter((number) => matching[number] === 1);
    return population.kinds.flatMap((kind) =>
      entriesAt(inOrder, { ...population, kinds: [kind] })
        .slice(0, newest)
        .map(toCandidate),
    );
  };

  /** The entries of the nearest vectors, unless too many of them are hidden: then the database looks for visible ones. */
  const nearest = async (population: Population, search: VectorSearch): Promise<Candidate[]> => {
    const { agentId } = population;
    const { present, memories, artifacts } = visible.counts(agentId);
    if (!isWhole(population) || memories + artifacts < LEAST_VISIBLE * present)
      return index.nearest(population, search);
    const limit = Math.ceil(VECTORS_PER_ENTRY * search.limit);
    const vectors = await index.nearestVectors(agentId, { ...search, limit });
    const found: Candidate[] = [];
    for (const { id, revision, similarity } of vectors) {
      const entry = entryOf(id, isOfUsersAsked);
      // A spread leaves out the terms, which the candidate has as a getter.
      if (entry?.revision === revision) found.push({ ...entry.candidate, terms: entry.candidate.terms, similarity });
    }
    const isAll = vectors.length < limit;
    return isAll || found.length >= search.limit ? found.slice(0, search.limit) : index.nearest(population, search);
  };

  const sessionNotes = (
    agentId: string | null,
    sessionIds: readonly string[],
    identifiers: readonly string[],
  ): SessionNotes => {
    const wanted = new Set([...sessionIds, ...naming(identifiers)]);
    const isAsked = ({ place }: SessionNotes['scopes'][number]): boolean =>
      agentId === null || place.agentId === agentId;
    return {
      sessions: [...wanted]
        .flatMap((sessionId) => notes.of(sessionId))
        .filter(({ place }) => agentId === null || place.agentId === agentId),
      scopes: notes.all.scopes.filter(isAsked),
    };
  };

  return {
    compiledFrom: (...sources) => index.compiledFrom(...sources),
    nearest,
    statistics: (...args) => Promise.resolve(statistics(...args)),
    candidates: (...args) => Promise.resolve(candidates(...args)),
    sessionNotes: (...args) => Promise.resolve(sessionNotes(...args)),

    turns: (population, turns) => {
      const memories = { ...population, kinds: population.kinds.filter((kind) => kind === 'memory') };
      const numbers: number[] = [];
      for (const { sessionId, position } of turns)
        for (const number of copy.atTurn(sessionId, position)) numbers.push(number);
      return Promise.resolve(entriesAt(numbers, memories).map(toCandidate));
    },

    memories: (population, ids) => {
      const numbers = new Set(ids.flatMap((id) => copy.numberOf(id, isVisible) ?? []));
      return Promise.resolve(entriesAt(numbers, { ...population, kinds: ['memory'] }).map(toCandidate));
    },

    newest: (population, kind, limit) => {
      const found = entriesAt(visible.newestFirst(), { ...population, kinds: [kind] });
      return Promise.resolve(found.slice(0, limit).map(toCandidate));
    },

    onlyFailed: (ids) => {
      const entries = ids.flatMap((id) => entryOf(id) ?? []);
      return Promise.resolve(entries.filter((entry) => outcomeOf(notes, entry) === 'failure').map(({ id }) => id));
    },

    texts: (ids) => {
      const texts = new Map<string, EntryText>();
      for (const id of ids) {
        const entry = entryOf(id);
        if (entry !== undefined) texts.set(id, textOf(notes, entry));
      }
      return Promise.resolve(texts);
    },
  };
}

/** Whether a population is all that one agent has, or all agents. */
function isWhole({ kinds, tags, namespaceId, sessionId, since, until, ...others }: Population): boolean {
  others satisfies { readonly agentId: string | null };
  const limits = [namespaceId, sessionId, since, until];
  return kinds.length === KINDS && tags.length === 0 && limits.every((limit) => limit === undefined);
}

const toCandidate = ({ candidate }: CopiedEntry): Candidate => candidate;

const isOfUsers = (entry: CopiedEntry | undefined, users: readonly string[]): boolean =>
  users.includes(entry?.userId ?? '');

const textOf = (notes: NotesBySession, entry: CopiedEntry): EntryText => ({
  text: entry.body,
  wordPairs: () => wordPairsOf(entry),
  place: { namespaceId: entry.namespaceId, agentId: entry.agentId },
  outcome: outcomeOf(notes, entry),
  isOfEndUser: entry.userId !== null,
});

/** The word pairs of entries that got into a pack: they are needed again for the next packs. */
const wordPairs = new WeakMap<CopiedEntry, WordPairs>();

function wordPairsOf(entry: CopiedEntry): WordPairs {
  const known = wordPairs.get(entry);
  if (known !== undefined) return known;
  const pairs = comparedPairs({ kind: entry.kind, text: entry.body });
  wordPairs.set(entry, pairs);
  return pairs;
}

/** How the sessions of a memory ended: alike, or mixed; null where no verdict is known. */
function outcomeOf(notes: NotesBySession, entry: CopiedEntry): SectionOutcome | null {
  const [first = entry.sessionId, ...others] = entry.sessions;
  const outcome = outcomeIn(notes, entry, first);
  return others.every((sessionId) => outcomeIn(notes, entry, sessionId) === outcome) ? outcome : 'mixed';
}

const outcomeIn = (
  notes: NotesBySession,
  { agentId, namespaceId }: CopiedEntry,
  sessionId: string | null,
): SectionOutcome | null =>
  notes.of(sessionId ?? '').find(({ place }) => place.agentId === agentId && place.namespaceId === namespaceId)
    ?.outcome ?? null;
