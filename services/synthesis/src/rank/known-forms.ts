import type { AnalysedQuery } from './analyse-query.ts';
import type { CorpusStatistics } from './document.ts';

/** Statistics with the number of entries that each term leads to, be it by a speaker's name. */
interface ReachStatistics extends CorpusStatistics {
  readonly reach: ReadonlyMap<string, number>;
}

/**
 * A query in the stems that a population holds. A word is looked for by all of its stems that are held, and each counts as rare as
 * the word is; a guess counts only where no other stem of the word is held. Of related terms, those that are held stay.
 */
export function inKnownForms<S extends ReachStatistics>(
  query: AnalysedQuery,
  statistics: S,
): { query: AnalysedQuery; statistics: S } {
  if (query.forms.size === 0 && query.related.size === 0) return { query, statistics };
  const known = new Map(query.terms.map((term) => [term, knownForms(query, term, statistics)]));
  const documentFrequency = new Map(statistics.documentFrequency);
  for (const forms of known.values()) {
    const frequency = forms.reduce((sum, form) => sum + (statistics.documentFrequency.get(form) ?? 0), 0);
    if (frequency > 0) for (const form of forms) documentFrequency.set(form, frequency);
  }
  const inForms = (terms: Iterable<string>): string[] => [
    ...new Set([...terms].flatMap((term) => known.get(term) ?? [term])),
  ];
  const own = inForms(query.terms);
  const related = new Map(
    [...query.related].flatMap(([term, others]) => {
      const held = others.filter((other) => statistics.reach.has(other) && !own.includes(other));
      return held.length === 0 ? [] : [[known.get(term)?.[0] ?? term, held] as const];
    }),
  );
  return {
    query: {
      ...query,
      terms: own,
      related,
      lines: query.lines.map(inForms),
      askingTerms: new Set(inForms(query.askingTerms)),
      forms: new Map([...known.values()].map(([first = '', ...others]) => [first, others.map(sure)])),
    },
    statistics: { ...statistics, documentFrequency },
  };
}

/** A query with the terms of related words among its own: to find and rank what people said. */
export const withRelated = (query: AnalysedQuery): AnalysedQuery =>
  query.related.size === 0
    ? query
    : { ...query, terms: [...new Set([...query.terms, ...[...query.related.values()].flat()])] };

const sure = (stem: string) => ({ stem, isGuess: false });

/** The stems of a term's word that are held; the term itself if none is. */
function knownForms({ forms }: AnalysedQuery, term: string, { reach }: ReachStatistics): readonly string[] {
  const others = forms.get(term) ?? [];
  const meant = [term, ...others.filter(({ isGuess }) => !isGuess).map(({ stem }) => stem)].filter((form) =>
    reach.has(form),
  );
  const guessed = others.map(({ stem }) => stem).filter((form) => reach.has(form));
  if (meant.length > 0) return meant;
  return guessed.length > 0 ? guessed : [term];
}
