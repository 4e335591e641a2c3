import type { AnalysedQuery } from './analyse-query.ts';
import type { CorpusStatistics, RankDocument, RankedDocument } from './document.ts';
import type { FactorArm, ScoringArm } from './ranking-arm.ts';
import type { ScoreParts } from './score-parts.ts';
import { prepareScoring, type Scoring } from './scoring.ts';
import { orderByScore } from './order-by-score.ts';
import { spreadTurns } from './spread-turns.ts';

/** Runs and times the work of one arm. */
export type TimeArm = (arm: string, work: () => Float64Array) => Float64Array;

/** In the order in which they run: context arms read what content arms found. */
const KINDS = ['content', 'context', 'factor'] as const;

/**
 * Ranks documents for a query, best first. A document's score is the sum of the content and context arms times the
 * factors, lowered for the further parts of one turn; a document without a score is left out. Of documents with equal scores, the more important comes first, then
 * the newer, then the lower id.
 *
 * Pure, and linear in the number of terms in the documents.
 */
export function rank<D extends RankDocument>(
  query: AnalysedQuery,
  documents: readonly D[],
  statistics: CorpusStatistics,
  arms: readonly ScoringArm[],
  timeArm: TimeArm = (_arm, work) => work(),
): readonly RankedDocument<D>[] {
  const columns = runArms(arms, prepareScoring(query, documents, statistics), timeArm);
  const totals = new Float64Array(documents.length);
  for (const { isFactor, values } of columns)
    if (values !== null)
      for (let d = 0; d < totals.length; d++)
        totals[d] = isFactor ? (totals[d] ?? 0) * (values[d] ?? 1) : (totals[d] ?? 0) + (values[d] ?? 0);

  const ranked: RankedDocument<D>[] = [];
  for (const d of orderByScore(totals, (a, b) => byDocument(documents[a], documents[b]))) {
    const document = documents[d];
    const score = totals[d] ?? 0;
    if (document === undefined || score <= 0) break;
    ranked.push({ document, score, parts: partsOf(columns, d, score) });
  }
  return spreadTurns(ranked, bestFirst);
}

const bestFirst = (a: RankedDocument, b: RankedDocument): number =>
  b.score - a.score || byDocument(a.document, b.document);

const byDocument = (a: RankDocument | undefined, b: RankDocument | undefined): number =>
  a === undefined || b === undefined ? 0 : b.importance - a.importance || newestFirst(a, b);

/**
 * The most recent first, and later turns of one moment before earlier ones. Ids come last: they differ between tenants, and
 * the same data should give the same packs.
 */
export function newestFirst(a: RankDocument, b: RankDocument): number {
  return (
    b.occurredAt - a.occurredAt ||
    (b.position ?? 0) - (a.position ?? 0) ||
    compare(a.sessionId ?? '', b.sessionId ?? '') ||
    compare(a.id, b.id)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One arm's part of every document's score. */
interface Column {
  readonly part: string;
  readonly isFactor: boolean;
  /** Null if the arm does not apply. */
  readonly values: Float64Array | null;
}

const partsOf =
  (columns: readonly Column[], d: number, total: number): ScoreParts =>
  () => ({
    ...Object.fromEntries(columns.map(({ part, isFactor, values }) => [part, values?.[d] ?? (isFactor ? 1 : 0)])),
    total,
  });

function runArms(arms: readonly ScoringArm[], scoring: Scoring, timeArm: TimeArm): Column[] {
  const { query, content } = scoring;
  return KINDS.flatMap((kind) => arms.filter((arm) => arm.kind === kind)).map((arm) => {
    const values = arm.appliesTo(query) ? timeArm(arm.name, () => valuesOf(arm, scoring)) : null;
    if (arm.kind === 'content' && values !== null)
      for (let d = 0; d < values.length; d++) content[d] = (content[d] ?? 0) + (values[d] ?? 0);
    const isFactor = arm.kind === 'factor';
    return { part: isFactor ? `${arm.name}Factor` : arm.name, isFactor, values };
  });
}

/** What an arm adds to each document's score, or the factor on it. */
function valuesOf(arm: ScoringArm, scoring: Scoring): Float64Array {
  if (arm.kind === 'factor') return factorsOf(arm, scoring);
  const { weight } = arm;
  const values = arm.score(scoring);
  // A loop: `map` took up to 8 % of the processor time of a synthesis.
  for (let d = 0; d < values.length; d++) values[d] = weight * (values[d] ?? 0);
  return values;
}

/** Most documents match not at all or fully: powers are worked out for the others only. */
function factorsOf(arm: FactorArm, scoring: Scoring): Float64Array {
  const { documents } = scoring;
  const factors = new Float64Array(documents.length).fill(1);
  for (let d = 0; d < documents.length; d++) {
    const document = documents[d];
    const match = document === undefined ? 0 : Number(arm.matches(document, scoring));
    if (match !== 0) factors[d] = match === 1 ? arm.weight : arm.weight ** match;
  }
  return factors;
}
