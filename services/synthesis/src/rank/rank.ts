import { stem } from '../text/stem.ts';
import type { AnalysedQuery } from './analyse-query.ts';
import { inverseDocumentFrequency, lengthNorm } from './bm25.ts';
import { neighbourScores, placesOf, sessionScores } from './conversation.ts';
import { dateGain } from './date-gain.ts';
import type { CorpusStatistics, RankDocument, RankedDocument } from './document.ts';
import { feedbackTerms } from './feedback.ts';
import { FACTORS, FEEDBACK, SPEAKER } from './parameters.ts';
import { namedSpeakers } from './speakers.ts';
import { termScores } from './term-scores.ts';
import { TermTable } from './term-table.ts';

/**
 * Ranks documents for a query, best first; those that nothing speaks for are left out. Equal scores go to the more important document, then to the newer one, then by id.
 *
 * The score is BM25 over the query's terms and the terms fed back from the best documents, plus what a turn inherits from its neighbours
 * and its session, plus a gain for falling on a date that the query names; all times the factors for the speaker, for turns that only
 * ask, and for turns that tell a time when one is asked for.
 *
 * Pure, and linear in the number of terms in the documents. Call it with the candidates, then again with the candidates and the
 * neighbours that `wantedNeighbours` names.
 */
export function rank<D extends RankDocument>(
  query: AnalysedQuery,
  documents: readonly D[],
  statistics: CorpusStatistics,
): RankedDocument<D>[] {
  const named = namedSpeakers(documents, query.words);
  const nameTerms = new Set([...named.values()].flat().map(stem));
  const weights = termWeights(query, nameTerms, statistics);
  const table = new TermTable(documents);
  const norms = Float64Array.from(documents, ({ terms, kind }) =>
    lengthNorm(terms.length, statistics.averageLength[kind]),
  );
  const own = termScores(table, norms, weights, true);
  const speakerFactors = Float64Array.from(documents, ({ speaker }) =>
    speaker !== null && named.has(speaker) ? SPEAKER.factor : 1,
  );
  const first = own.map((score, d) => score * (speakerFactors[d] ?? 1));
  const fed = termScores(table, norms, fedTerms(table, first, weights, nameTerms, statistics), false);
  const content = own.map((score, d) => score + (fed[d] ?? 0));
  const places = placesOf(documents);
  const neighbours = neighbourScores(documents, places, content);
  const session = sessionScores(places, content);

  const ranked: RankedDocument<D>[] = [];
  for (const [d, document] of documents.entries()) {
    const date = dateGain(query, document, statistics);
    const speakerFactor = speakerFactors[d] ?? 1;
    const questionFactor = document.asks ? FACTORS.asks : 1;
    const timeFactor = query.asksTime && document.tellsTime ? FACTORS.tellsTime : 1;
    const sum = (content[d] ?? 0) + (neighbours[d] ?? 0) + (session[d] ?? 0) + date;
    const total = sum * speakerFactor * questionFactor * timeFactor;
    if (total <= 0) continue;
    const parts = {
      terms: own[d] ?? 0,
      feedback: fed[d] ?? 0,
      neighbours: neighbours[d] ?? 0,
      session: session[d] ?? 0,
      date,
      speakerFactor,
      questionFactor,
      timeFactor,
      total,
    };
    ranked.push({ document, score: total, parts });
  }
  return ranked.sort(
    (a, b) => b.score - a.score || b.document.importance - a.document.importance || newestFirst(a.document, b.document),
  );
}

/** The order when there is no query: the most recent first, and later turns of one moment before earlier ones. */
export function newestFirst(a: RankDocument, b: RankDocument): number {
  return b.occurredAt - a.occurredAt || (b.position ?? 0) - (a.position ?? 0) || (a.id < b.id ? -1 : 1);
}

function termWeights(
  query: AnalysedQuery,
  nameTerms: ReadonlySet<string>,
  statistics: CorpusStatistics,
): Map<string, number> {
  return new Map(
    query.terms.map((term) => {
      const idf = inverseDocumentFrequency(statistics.documents, statistics.documentFrequency.get(term) ?? 0);
      return [term, nameTerms.has(term) ? idf * SPEAKER.termWeight : idf];
    }),
  );
}

function fedTerms(
  table: TermTable,
  scores: Float64Array,
  weights: ReadonlyMap<string, number>,
  nameTerms: ReadonlySet<string>,
  { documentFrequency }: CorpusStatistics,
): Map<string, number> {
  const occurring = [...weights].filter(([term]) => documentFrequency.has(term));
  const queryWeight = occurring.reduce((sum, [, weight]) => sum + weight, 0);
  return feedbackTerms(table, scores, new Set([...weights.keys(), ...nameTerms]), FEEDBACK.share * queryWeight);
}
