import type { AnalysedQuery } from './analyse-query.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import type { CorpusStatistics, RankDocument, RankedDocument } from './document.ts';
import { ASKING, FLOOR, RELATED } from './parameters.ts';
import { isServedPerson } from '@strata/kernel/speaker-roles';
import { resembles } from './resemblance.ts';
import { namedSpeakers } from './speakers.ts';

/** What one document covers of a query. */
export interface Coverage {
  /** The share of the query's weight, 0 to 1. */
  readonly weight: number;
  /** How many of its terms, without those that only ask or name a date. */
  readonly terms: number;
}

/**
 * The least score that a memory needs to be shown; `ranked` is best first. Infinite if even the best memories cover too
 * little of the query, and none comes near to its meaning (`nearness` of the nearest): they are about something else. Otherwise
 * a share of the best score: a smaller one where the query asks for an overview, and far smaller where texts are short, since a
 * short text says little by itself.
 */
export function leastScore(
  query: AnalysedQuery,
  ranked: readonly RankedDocument[],
  statistics: CorpusStatistics,
  nearness = 0,
): number {
  const memories = ranked.filter(({ document }) => document.kind === 'memory');
  const best = memories[0];
  if (best === undefined) return 0;
  const examined = memories.slice(0, FLOOR.examined);
  const namesSpeaker = namedSpeakers(
    examined.map(({ document }) => document),
    query.words,
  );
  if (
    namesSpeaker.size === 0 &&
    nearness < FLOOR.nearness &&
    !examined.some(({ document }) => isAbout(query, document, statistics))
  )
    return Infinity;
  return (query.asksOverview ? FLOOR.overviewShare : FLOOR.share) * tellingness(statistics) * best.score;
}

const TWO = 2;

function isAbout(query: AnalysedQuery, document: RankDocument, statistics: CorpusStatistics): boolean {
  const { weight, terms } = coverageOf(query, document, statistics);
  const others = otherForms(query);
  const asked = query.terms.filter((term) => isSubject(query, term) && !others.has(term)).length;
  const isAsker = query.aboutAsker && isServedPerson(document.speaker);
  const byOne = isAsker && statistics.documents < FLOOR.documents ? FLOOR.coverageByAsker : FLOOR.coverageByOne;
  const least = terms >= Math.min(TWO, asked) ? FLOOR.coverage : byOne;
  return weight >= (query.asksOverview ? FLOOR.overviewCoverage * least : least);
}

/** 0 where texts are so short that they lean on those around them, 1 where each says by itself what it is about. */
const tellingness = ({ averageLength }: CorpusStatistics): number =>
  Math.min(1, Math.max(0, (averageLength.memory - FLOOR.shortText) / (FLOOR.longText - FLOOR.shortText)));

/**
 * A term counts as rare or common as in a population of at least `FLOOR.documents`: in a smaller one, all terms are common.
 * A term that resembles one of the document's counts in full, and so does another form of its word; a related word counts less.
 */
export function coverageOf(
  query: AnalysedQuery,
  document: RankDocument,
  { documents, documentFrequency }: CorpusStatistics,
): Coverage {
  const own = new Set(document.terms);
  const covers = (term: string): boolean => own.has(term) || document.terms.some((other) => resembles(term, other));
  const others = otherForms(query);
  let all = 0;
  let covered = 0;
  let count = 0;
  for (const term of query.terms) {
    if (others.has(term)) continue;
    const rarity = inverseDocumentFrequency(Math.max(documents, FLOOR.documents), documentFrequency.get(term) ?? 0);
    const weight = isSubject(query, term) ? rarity : ASKING.termWeight * rarity;
    all += weight;
    const isHeld = covers(term) || query.forms.get(term)?.some((form) => covers(form.stem)) === true;
    if (!isHeld && query.related.get(term)?.some((other) => own.has(other)) !== true) continue;
    covered += isHeld ? weight : RELATED.weight * weight;
    if (isSubject(query, term)) count++;
  }
  return { weight: all === 0 ? 0 : covered / all, terms: count };
}

/** A date in a query says of when it asks, and nothing that a memory of that time repeats. */
const isSubject = ({ askingTerms, dateTerms }: AnalysedQuery, term: string): boolean =>
  !askingTerms.has(term) && !dateTerms.has(term);

const otherForms = ({ forms, related }: AnalysedQuery): Set<string> =>
  new Set([...[...forms.values()].flat().map((form) => form.stem), ...[...related.values()].flat()]);
