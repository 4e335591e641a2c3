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
  /** The share of its weight in words that neither this document nor any memory holds, 0 to 1. */
  readonly unknown: number;
  /** How many of its words, without those that only ask or name a date. */
  readonly words: number;
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
    const words = weighWords(query, statistics);
    if (!examined.some(({ document }) => isAbout(query, words, document, statistics))) return Infinity;
  }
  return leastShare(query, memories) * tellingness(statistics) * best.score;
}

/** If few memories of many come near to the best one, these hold the answer, and the others are about something else. */
function leastShare({ asksOverview }: AnalysedQuery, memories: readonly RankedDocument[]): number {
  if (asksOverview) return FLOOR.overviewShare;
  const last = memories[FLOOR.fewNear - 1];
  const standsOut = last !== undefined && last.score < FLOOR.nearShare * (memories[0]?.score ?? 0);
  return standsOut ? FLOOR.nearShare : FLOOR.share;
}

const TWO = 2;
const THREE = 3;

/**
 * Whether a document covers enough of the query. A word that no memory holds shows that the query is about something else, so a
 * document that holds fewer than three words has to cover more; in a small population, which holds few words of any query, less so.
 */
function isAbout(
  { aboutAsker, asksOverview }: AnalysedQuery,
  words: readonly QueryWord[],
  document: RankDocument,
  { documents }: CorpusStatistics,
): boolean {
  const covered = coverageOf(words, document);
  const asked = words.filter(({ isSubject }) => isSubject).length;
  const forUnknown = FLOOR.coverageForUnknown * covered.unknown * Math.min(1, documents / FLOOR.documents);
  const byMany = FLOOR.coverage + (covered.words < THREE ? forUnknown : 0);
  const byOne =
    aboutAsker && isServedPerson(document.speaker) && documents < FLOOR.documents
      ? FLOOR.coverageByAsker
      : FLOOR.coverageByOne + forUnknown;
  const least = covered.words >= Math.min(TWO, asked) ? byMany : byOne;
  return covered.weight >= (asksOverview ? FLOOR.overviewCoverage * least : least);
}

/** 0 where texts are so short that they lean on those around them, 1 where each says by itself what it is about. */
const tellingness = ({ averageLength }: CorpusStatistics): number =>
  Math.min(1, Math.max(0, (averageLength.memory - FLOOR.shortText) / (FLOOR.longText - FLOOR.shortText)));

/**
 * A term that resembles one of the document's counts in full, and so does another form of its word; a related word counts less.
 */
export function coverageOf(words: readonly QueryWord[], document: RankDocument): Coverage {
  const own = new Set(document.terms);
  const covers = (term: string): boolean => own.has(term) || document.terms.some((other) => resembles(term, other));
  let all = 0;
  let covered = 0;
  let unknown = 0;
  let count = 0;
  for (const { term, weight, isSubject, isKnown, forms, related } of words) {
    all += weight;
    const isHeld = covers(term) || forms.some(covers);
    if (!isHeld && !related.some((other) => own.has(other))) {
      if (!isKnown) unknown += weight;
      continue;
    }
    covered += isHeld ? weight : RELATED.weight * weight;
    if (isSubject) count++;
  }
  return { weight: covered / (all || 1), unknown: unknown / (all || 1), words: count };
}

/** A word of a query. */
export interface QueryWord {
  readonly term: string;
  readonly weight: number;
  /** False if it only asks or names a date. A date says of when the query asks, and nothing that a memory of that time repeats. */
  readonly isSubject: boolean;
  /** Some entry holds it, another form of it, or a related word. */
  readonly isKnown: boolean;
  /** The terms of its other forms, and of related words. */
  readonly forms: readonly string[];
  readonly related: readonly string[];
}

/** The words of a query. Each weighs as in a population of at least `FLOOR.documents`: in a smaller one, all are common. */
export function weighWords(
  { terms, forms, related, askingTerms, dateTerms }: AnalysedQuery,
  { documents, documentFrequency }: CorpusStatistics,
): QueryWord[] {
  const stemsOf = (term: string): string[] => (forms.get(term) ?? []).map(({ stem }) => stem);
  const others = new Set([...[...forms.keys()].flatMap(stemsOf), ...[...related.values()].flat()]);
  const words = terms.filter((term) => !others.has(term));
  return words.map((term) => {
    const isSubject = !askingTerms.has(term) && !dateTerms.has(term);
    const rarity = inverseDocumentFrequency(Math.max(documents, FLOOR.documents), documentFrequency.get(term) ?? 0);
    const word = { term, forms: stemsOf(term), related: related.get(term) ?? [] };
    return {
      ...word,
      weight: isSubject ? rarity : ASKING.termWeight * rarity,
      isSubject,
      isKnown: [term, ...word.forms, ...word.related].some((one) => documentFrequency.has(one)),
    };
  });
}
