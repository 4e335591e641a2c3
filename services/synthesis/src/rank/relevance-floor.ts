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
  /** The words of the query that it holds, itself or by a related word. */
  readonly held: readonly QueryWord[];
}

/**
 * The least score that a memory needs to be shown; `ranked` is best first. Infinite if even the best memories cover too
 * little of the query, and none comes near to its meaning (`nearness` of the nearest): they are about something else. Otherwise
 * a share of the best score: a larger one where few memories come near to the best, smaller ones where even the best hold little of
 * the query or where it asks for an overview, and far smaller ones where texts are short, since a short text says little by itself.
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
  const isTested = namesSpeaker.size === 0 && nearness < FLOOR.nearness;
  const words = weighWords(query, statistics);
  if (isTested && !isAbout(query, words, memories, statistics)) return Infinity;
  return leastShare(query, words, memories) * tellingness(statistics) * best.score;
}

/**
 * If one of the best memories holds much of the query, it probably has the answer: what is far below it is left out, above all
 * if few memories come near to it. If none does, the answer may use other words, so more is shown.
 */
function leastShare(
  { asksOverview }: AnalysedQuery,
  words: readonly QueryWord[],
  memories: readonly RankedDocument[],
): number {
  if (asksOverview) return FLOOR.overviewShare;
  const isSure = memories
    .slice(0, FLOOR.sureOf)
    .some(({ document }) => coverageOf(words, document).weight >= FLOOR.sureCoverage);
  if (!isSure) return FLOOR.unsureShare;
  const last = memories[FLOOR.fewNear - 1];
  const standsOut = last !== undefined && last.score < FLOOR.nearShare * (memories[0]?.score ?? 0);
  return standsOut ? FLOOR.nearShare : FLOOR.share;
}

const TWO = 2;
const THREE = 3;

/**
 * Whether memories, best first, are about a query: one of the best covers enough of it, in two words. It holds both; or, where texts
 * are short, the turns around it hold the other, since people answer in turns; or its one word is a large part of the query, and
 * some memory knows another. If no memory holds most of the query's words, it is about something else, unless one holds three. A
 * query of two words is about the memories if many of them hold one: what is said often weighs little, so it covers little.
 */
function isAbout(
  { aboutAsker, asksOverview }: AnalysedQuery,
  words: readonly QueryWord[],
  memories: readonly RankedDocument[],
  statistics: CorpusStatistics,
): boolean {
  const { documents } = statistics;
  const ease = asksOverview ? FLOOR.overviewCoverage : 1;
  const enough = Math.min(TWO, subjectsIn(words));
  const isKnownEnough = (isUnknown: (word: QueryWord) => boolean): boolean =>
    shareOf(words, isUnknown) <= mostUnknown(documents);
  const wanted = isKnownEnough(({ isKnown }) => !isKnown) ? enough : THREE;
  const byAsker = aboutAsker && documents < FLOOR.documents ? ease * FLOOR.coverageByAsker : Infinity;

  const isOftenSaid = ({ isSubject, entries }: QueryWord): boolean =>
    isSubject && entries >= FLOOR.oftenSaid * documents;
  if (subjectsIn(words) <= TWO && words.some(isOftenSaid)) return true;

  const best: (Coverage & { readonly document: RankDocument })[] = [];
  for (const { document } of memories.slice(0, FLOOR.examined)) {
    const { weight, held } = coverageOf(words, document);
    // For most queries, the first memory is enough.
    if (weight >= ease * FLOOR.coverage && subjectsIn(held) >= wanted) return true;
    if (weight >= byAsker && isServedPerson(document.speaker)) return true;
    best.push({ document, weight, held });
  }

  // A misspelt word is known by what it resembles.
  const isUnknown = (word: QueryWord): boolean => !word.isKnown && !best.some(({ held }) => held.includes(word));
  const covering = best.filter(({ weight }) => weight >= ease * FLOOR.coverage);
  if (covering.length === 0 || !isKnownEnough(isUnknown)) return false;
  const known = subjectsIn(words.filter((word) => !isUnknown(word)));
  const byOne = known >= enough || documents < FLOOR.documentsForUnknown ? ease * FLOOR.coverageByOne : Infinity;
  return (
    covering.some(({ weight, held }) => weight >= byOne || subjectsIn(held) >= enough) ||
    (tellingness(statistics) < 1 &&
      best
        .slice(0, FLOOR.examinedAround)
        .some(({ document }) => subjectsIn(heldAround(document, words, memories)) >= enough))
  );
}

/** A population of few entries holds few words of any query. */
const mostUnknown = (documents: number): number =>
  1 - (1 - FLOOR.unknown) * Math.min(1, documents / FLOOR.documentsForUnknown);

/** How many of some words say what a query is about. */
const subjectsIn = (words: Iterable<QueryWord>): number =>
  [...words].reduce((count, { isSubject }) => count + Number(isSubject), 0);

/** The words that a turn and those around it hold together. */
function heldAround(
  { sessionId, position }: RankDocument,
  words: readonly QueryWord[],
  memories: readonly RankedDocument[],
): ReadonlySet<QueryWord> {
  const held = new Set<QueryWord>();
  if (sessionId === null || position === null) return held;
  for (const { document } of memories)
    if (
      document.sessionId === sessionId &&
      document.position !== null &&
      Math.abs(document.position - position) <= FLOOR.around
    )
      for (const word of coverageOf(words, document).held) held.add(word);
  return held;
}

function shareOf(words: readonly QueryWord[], counts: (word: QueryWord) => boolean): number {
  let all = 0;
  let counted = 0;
  for (const word of words) {
    all += word.weight;
    if (counts(word)) counted += word.weight;
  }
  return counted / (all || 1);
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
  const held: QueryWord[] = [];
  let all = 0;
  let covered = 0;
  for (const word of words) {
    const { term, weight, forms, related } = word;
    all += weight;
    const isHeld = covers(term) || forms.some(covers);
    if (!isHeld && !related.some((other) => own.has(other))) continue;
    covered += isHeld ? weight : RELATED.weight * weight;
    held.push(word);
  }
  return { weight: covered / (all || 1), held };
}

/** A word of a query. */
export interface QueryWord {
  readonly term: string;
  readonly weight: number;
  /** False if it only asks or names a date. A date says of when the query asks, and nothing that a memory of that time repeats. */
  readonly isSubject: boolean;
  /** How many entries hold it. */
  readonly entries: number;
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
    const entries = documentFrequency.get(term) ?? 0;
    const rarity = inverseDocumentFrequency(Math.max(documents, FLOOR.documents), entries);
    const word = { term, forms: stemsOf(term), related: related.get(term) ?? [] };
    return {
      ...word,
      weight: isSubject ? rarity : ASKING.termWeight * rarity,
      isSubject,
      entries,
      isKnown: [term, ...word.forms, ...word.related].some((one) => documentFrequency.has(one)),
    };
  });
}
