import { passes } from '@strata/policy/filter';
import { instructionTerm, tagTerm } from '../indexing/lexemes.ts';
import { newestFirst } from '../rank/rank.ts';
import type { SessionNote } from '../sessions/session-notes.ts';
import type { Candidate } from './candidate.ts';
import { inPopulation, type PopulationItem } from './in-population.ts';
import type { EntryText, IndexView, Population, PopulationStatistics, ViewedIndex } from './search-index.ts';
import type { UnlearnedText } from './unlearned.ts';

/**
 * The search index together with texts that are not in it yet. They are found, counted and ranked like its entries. What
 * the caller may not read is left out before. A text that has got into the index meanwhile is read from there.
 */
export const withUnlearned = (index: ViewedIndex, unlearned: Promise<readonly UnlearnedText[]>): ViewedIndex => ({
  view: async (scope, visible, read) => {
    // Before the index is read: what is learned between the two is found in the index.
    const texts = (await unlearned).filter(({ entry: { text, namespaceId, agentId, userId, tags } }) =>
      passes(visible.memory, { id: text.id, namespaceId, agentId, userId, tags }),
    );
    return index.view(scope, visible, (view) => read(texts.length === 0 ? view : joinedView(view, texts)));
  },
});

function joinedView(view: IndexView, texts: readonly UnlearnedText[]): IndexView {
  const found = texts.map((text) => ({ ...text, findTerms: findTermsOf(text) }));
  const byId = new Map(texts.map((text) => [text.entry.text.id, text]));
  const notes = texts.flatMap(noteOf);
  const foundIn = (population: Population) => {
    const isIn = inPopulation(population);
    return found.filter((text) => isIn(itemOf(text)));
  };
  return {
    // What is not learned yet replaces nothing.
    memories: (...ids) => view.memories(...ids),
    nearest: (...search) => view.nearest(...search),
    compiledFrom: (...sources) => view.compiledFrom(...sources),

    sessionNotes: async (...asked) => {
      const { sessions, scopes } = await view.sessionNotes(...asked);
      return { sessions: [...sessions, ...notes], scopes };
    },

    onlyFailed: async (ids) => [
      ...(await view.onlyFailed(ids)),
      ...ids.filter((id) => byId.get(id)?.outcome === 'failure'),
    ],

    statistics: async (agentId, terms) => {
      const counted = found.filter(({ entry }) => agentId === null || entry.agentId === agentId);
      return counted.reduce((sum, text) => addTo(sum, text, terms), await view.statistics(agentId, terms));
    },

    candidates: async (population, search) =>
      joined(
        await view.candidates(population, search),
        foundIn(population).filter(({ findTerms }) => search.terms.some((term) => findTerms.has(term))),
      ),

    turns: async (population, turns) => {
      const wanted = new Set(turns.map(turnKey));
      return joined(
        await view.turns(population, turns),
        foundIn(population).filter(({ candidate }) => wanted.has(turnKey(candidate))),
      );
    },

    newest: async (population, kind, limit) => {
      const indexed = await view.newest(population, kind, limit);
      if (kind !== 'memory') return indexed;
      return joined(indexed, foundIn(population)).sort(newestFirst).slice(0, limit);
    },

    texts: async (ids) => {
      const indexed = await view.texts(ids);
      const own = ids.flatMap((id): [string, EntryText][] => {
        const text = byId.get(id);
        return text === undefined || indexed.has(id) ? [] : [[id, entryText(text)]];
      });
      return new Map([...indexed, ...own]);
    },
  };
}

/** What a search for an entry of the index finds it by. */
const findTermsOf = ({ entry: { text, nameTerms, tags, agentId } }: UnlearnedText): ReadonlySet<string> =>
  new Set([
    ...text.terms,
    ...nameTerms,
    ...tags.map(tagTerm),
    ...(text.instruction === undefined ? [] : [instructionTerm(agentId)]),
  ]);

const itemOf = ({ entry: { text, agentId, namespaceId, tags, sessions } }: UnlearnedText): PopulationItem => ({
  ...{ kind: text.kind, sessionId: text.sessionId, occurredAt: text.occurredAt },
  ...{ agentId, namespaceId, tags, sessions },
});

function addTo(
  { documents, artifacts, averageLength, documentFrequency, reach }: PopulationStatistics,
  { entry: { text }, findTerms }: UnlearnedText & { readonly findTerms: ReadonlySet<string> },
  terms: readonly string[],
): PopulationStatistics {
  const memories = documents - artifacts;
  const own = new Set(text.terms);
  return {
    documents: documents + 1,
    artifacts,
    averageLength: {
      ...averageLength,
      memory: (averageLength.memory * memories + text.terms.length) / (memories + 1),
    },
    documentFrequency: withOneMore(
      documentFrequency,
      terms.filter((term) => own.has(term)),
    ),
    reach: withOneMore(
      reach,
      terms.filter((term) => findTerms.has(term)),
    ),
  };
}

const withOneMore = (counts: ReadonlyMap<string, number>, terms: readonly string[]): ReadonlyMap<string, number> =>
  terms.length === 0
    ? counts
    : new Map([...counts, ...terms.map((term) => [term, (counts.get(term) ?? 0) + 1] as const)]);

function joined(indexed: readonly Candidate[], texts: readonly UnlearnedText[]): Candidate[] {
  const known = new Set(indexed.map(({ id }) => id));
  return [...indexed, ...texts.map(({ candidate }) => candidate).filter(({ id }) => !known.has(id))];
}

const turnKey = ({ sessionId, position }: Pick<Candidate, 'sessionId' | 'position'>): string =>
  `${String(position)}\n${String(sessionId)}`;

/** What is known of its session, if its verdict was captured. */
const noteOf = ({ entry: { text, agentId, namespaceId }, outcome }: UnlearnedText): SessionNote[] =>
  outcome === null || text.sessionId === null
    ? []
    : [{ place: { agentId, namespaceId }, sessionId: text.sessionId, outcome, identifiers: [], names: [] }];

const entryText = ({ entry: { body, namespaceId, agentId, userId }, eventId, outcome }: UnlearnedText): EntryText => ({
  text: body,
  place: { namespaceId, agentId },
  isOfEndUser: userId !== null,
  outcome,
  ...(eventId === null ? {} : { eventId }),
});
