import type { AnalysedQuery } from './analyse-query.ts';
import { lengthNorm } from './bm25.ts';
import type { CorpusStatistics, RankDocument } from './document.ts';
import { turnsBySession, type Session } from './session-turns.ts';
import { nameTermsOf, termWeights } from './query-weights.ts';
import { namedSpeakers } from './speakers.ts';
import { TermTable } from './term-table.ts';

/** What the ranking arms read: a query, its candidates, and what several arms need of both. */
export interface Scoring {
  readonly query: AnalysedQuery;
  readonly documents: readonly RankDocument[];
  readonly statistics: CorpusStatistics;
  /** The speakers that the query names. */
  readonly namedSpeakers: ReadonlySet<string>;
  /** The stems of their names. */
  readonly nameTerms: ReadonlySet<string>;
  /** What each term of the query weighs. */
  readonly termWeights: ReadonlyMap<string, number>;
  readonly table: TermTable;
  /** The length part of BM25's denominator, one per document. */
  readonly norms: Float64Array;
  readonly sessions: readonly Session[];
  /** The sum of the content arms that have run, one per document. */
  readonly content: Float64Array;
}

export function prepareScoring(
  query: AnalysedQuery,
  documents: readonly RankDocument[],
  statistics: CorpusStatistics,
): Scoring {
  const named = namedSpeakers(documents, query.words);
  const nameTerms = nameTermsOf(named);
  const table = new TermTable(documents);
  return {
    query,
    documents,
    statistics,
    namedSpeakers: new Set(named.keys()),
    nameTerms,
    termWeights: termWeights(query, nameTerms, statistics),
    table,
    norms: lengthNorms(documents, table, statistics),
    sessions: turnsBySession(documents),
    content: new Float64Array(documents.length),
  };
}

function lengthNorms(
  documents: readonly RankDocument[],
  table: TermTable,
  { averageLength }: CorpusStatistics,
): Float64Array {
  const norms = new Float64Array(documents.length);
  for (let d = 0; d < documents.length; d++)
    norms[d] = lengthNorm(table.lengthOf(d), averageLength[documents[d]?.kind ?? 'memory']);
  return norms;
}
