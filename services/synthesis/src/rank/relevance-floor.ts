import type { AnalysedQuery } from './analyse-query.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import type { CorpusStatistics, RankDocument, RankedDocument } from './document.ts';
import { ASKING, FLOOR } from './parameters.ts';
import { resembles } from './resemblance.ts';
import { namedSpeakers } from './speakers.ts';

/** What one document covers of a query. */
export interface Coverage {
  /** The share of the query's weight, 0 to 1. */
  readonly weight: number;
  /** How many of its terms, without those that only ask. */
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
    !examined.some(({ document }) => isAbout(query, coverageOf(query, document, statistics)))
  )
    return Infinity;
  return (query.asksOverview ? FLOOR.overviewShare : FLOOR.share) * tellingness(statistics) * best.score;
}

const TWO = 2;

function isAbout(query: AnalysedQuery, { weight, terms }: Coverage): boolean {
  const asked = query.terms.length - query.askingTerms.size;
  const least = terms >= Math.min(TWO, asked) ? FLOOR.coverage : FLOOR.coverageByOne;
  return weight >= (query.asksOverview ? FLOOR.overviewCoverage * least : least);
}

/** 0 where texts are so short that they lean on those around them, 1 where each says by itself what it is about. */
const tellingness = ({ averageLength }: CorpusStatistics): number =>
  Math.min(1, Math.max(0, (averageLength.memory - FLOOR.shortText) / (FLOOR.longText - FLOOR.shortText)));

/**
 * A term counts as rare or common as in a population of at least `FLOOR.documents`: in a smaller one, all terms are common.
 * A term that resembles one of the document's counts in full.
 */
export function coverageOf(
  { terms, askingTerms }: AnalysedQuery,
  document: RankDocument,
  { documents, documentFrequency }: CorpusStatistics,
): Coverage {
  const own = new Set(document.terms);
  const covers = (term: string): boolean => own.has(term) || document.terms.some((other) => resembles(term, other));
  let all = 0;
  let covered = 0;
  let count = 0;
  for (const term of terms) {
    const rarity = inverseDocumentFrequency(Math.max(documents, FLOOR.documents), documentFrequency.get(term) ?? 0);
    const weight = askingTerms.has(term) ? ASKING.termWeight * rarity : rarity;
    all += weight;
    if (!covers(term)) continue;
    covered += weight;
    if (!askingTerms.has(term)) count++;
  }
  return { weight: all === 0 ? 0 : covered / all, terms: count };
}
