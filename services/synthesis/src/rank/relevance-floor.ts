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
 * a share of the best score: a larger one where few memories come near to the best, a smaller one where the query asks for an
 * overview, and far smaller ones where texts are short, since a short text says little by itself.
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
  if (namesSpeaker.size === 0 && nearness < FLOOR.nearness) {
    const forUnknown = FLOOR.coverageForUnknown * unknownShare(query, statistics);
    if (!examined.some(({ document }) => isAbout(query, document, statistics, forUnknown))) return Infinity;
  }
  return leastShare(query, memories) * tellingness(statistics) * best.score;
}

/** If few memories come near to the best one, these hold the answer, and what follows is about something else. */
function leastShare({ asksOverview }: AnalysedQuery, memories: readonly RankedDocument[]): number {
  if (asksOverview) return FLOOR.overviewShare;
  const near = FLOOR.nearShare * (memories[0]?.score ?? 0);
  const standsOut = (memories[FLOOR.fewNear - 1]?.score ?? 0) < near;
  return standsOut ? FLOOR.nearShare : FLOOR.share;
}

const TWO = 2;
const THREE = 3;

/** `forUnknown`: what a document with fewer than three of the words has to cover in addition, since no memory holds some of them. */
function isAbout(
  query: AnalysedQuery,
  document: RankDocument,
  statistics: CorpusStatistics,
  forUnknown: number,
): boolean {
  const { weight, terms } = coverageOf(query, document, statistics);
  const asked = weighedTerms(query, statistics).filter(({ term }) => isSubject(query, term)).length;
  const isAsker = query.aboutAsker && isServedPerson(document.speaker);
  const byOne = isAsker && statistics.documents < FLOOR.documents ? FLOOR.coverageByAsker : FLOOR.coverageByOne;
  const least = (terms >= Math.min(TWO, asked) ? FLOOR.coverage : byOne) + (terms < THREE ? forUnknown : 0);
  return weight >= (query.asksOverview ? FLOOR.overviewCoverage * least : least);
}

/**
 * The share of the query's weight in words that no memory holds, 0 to 1: many such words show that the query is about something
 * else. The smaller the population, the less they show, since it holds few of the words of any query.
 */
function unknownShare(query: AnalysedQuery, statistics: CorpusStatistics): number {
  const isKnown = (term: string): boolean => (statistics.documentFrequency.get(term) ?? 0) > 0;
  let all = 0;
  let unknown = 0;
  for (const { term, weight, forms, related } of weighedTerms(query, statistics)) {
    all += weight;
    if (![term, ...forms, ...related].some(isKnown)) unknown += weight;
  }
  return all === 0 ? 0 : (unknown / all) * Math.min(1, statistics.documents / FLOOR.documents);
}

/** 0 where texts are so short that they lean on those around them, 1 where each says by itself what it is about. */
const tellingness = ({ averageLength }: CorpusStatistics): number =>
  Math.min(1, Math.max(0, (averageLength.memory - FLOOR.shortText) / (FLOOR.longText - FLOOR.shortText)));

/**
 * A term that resembles one of the document's counts in full, and so does another form of its word; a related word counts less.
 */
export function coverageOf(query: AnalysedQuery, document: RankDocument, statistics: CorpusStatistics): Coverage {
  const own = new Set(document.terms);
  const covers = (term: string): boolean => own.has(term) || document.terms.some((other) => resembles(term, other));
  let all = 0;
  let covered = 0;
  let count = 0;
  for (const { term, weight, forms, related } of weighedTerms(query, statistics)) {
    all += weight;
    const isHeld = covers(term) || forms.some(covers);
    if (!isHeld && !related.some((other) => own.has(other))) continue;
    covered += isHeld ? weight : RELATED.weight * weight;
    if (isSubject(query, term)) count++;
  }
  return { weight: all === 0 ? 0 : covered / all, terms: count };
}

/** A word of the query: its term, what that weighs, and the terms that stand for it. */
interface WeighedTerm {
  readonly term: string;
  readonly weight: number;
  /** Other forms of the word. */
  readonly forms: readonly string[];
  readonly related: readonly string[];
}

/** The words of a query. Rare or common is meant as in a population of at least `FLOOR.documents`: in a smaller one, all are common. */
function weighedTerms(query: AnalysedQuery, { documents, documentFrequency }: CorpusStatistics): WeighedTerm[] {
  const others = new Set([...formsOf(query), ...[...query.related.values()].flat()]);
  return query.terms
    .filter((term) => !others.has(term))
    .map((term) => {
      const rarity = inverseDocumentFrequency(Math.max(documents, FLOOR.documents), documentFrequency.get(term) ?? 0);
      return {
        term,
        weight: isSubject(query, term) ? rarity : ASKING.termWeight * rarity,
        forms: (query.forms.get(term) ?? []).map(({ stem }) => stem),
        related: query.related.get(term) ?? [],
      };
    });
}

const formsOf = ({ forms }: AnalysedQuery): string[] => [...forms.values()].flat().map(({ stem }) => stem);

/** A date in a query says of when it asks, and nothing that a memory of that time repeats. */
const isSubject = ({ askingTerms, dateTerms }: AnalysedQuery, term: string): boolean =>
  !askingTerms.has(term) && !dateTerms.has(term);
