import { lengthNorm, saturation } from '../rank/bm25.ts';
import type { CorpusStatistics } from '../rank/document.ts';
import type { NumberedTerms, Vocabulary } from '../rank/vocabulary.ts';
import type { Candidate } from './candidate.ts';

/** How well the query's own terms match a text. */
export interface TermMatch {
  /** BM25. */
  readonly score: number;
  /** The query's terms in the text. */
  readonly terms: readonly string[];
  /** The share of the query's weight that these terms have: 0 to 1. */
  readonly coverage: number;
}

/**
 * Matches the query's own terms with candidates. `termWeights` are those of `rank/query-weights`.
 */
export function termMatcher(
  termWeights: ReadonlyMap<string, number>,
  { averageLength }: CorpusStatistics,
): (candidate: Candidate) => TermMatch {
  const wanted = [...termWeights.keys()];
  const weights = Float64Array.from(termWeights.values());
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const count = termCounter(wanted);
  return (candidate) => {
    const frequencies = count(candidate);
    let covered = 0;
    const terms: string[] = [];
    for (let i = 0; i < weights.length; i++) {
      if (frequencies[i] === 0) continue;
      covered += weights[i] ?? 0;
      terms.push(wanted[i] ?? '');
    }
    const norm = lengthNorm(candidate.length, averageLength[candidate.kind]);
    return { score: scoreOf(frequencies, weights, norm), terms, coverage: all === 0 ? 0 : covered / all };
  };
}

/** The score of such a match alone: most candidates need no more. */
export function termScorer(
  termWeights: ReadonlyMap<string, number>,
  { averageLength }: CorpusStatistics,
): (candidate: Candidate) => number {
  const weights = Float64Array.from(termWeights.values());
  const count = termCounter([...termWeights.keys()]);
  return (candidate) => scoreOf(count(candidate), weights, lengthNorm(candidate.length, averageLength[candidate.kind]));
}

function scoreOf(frequencies: Uint32Array, weights: Float64Array, norm: number): number {
  let score = 0;
  for (let i = 0; i < weights.length; i++) {
    const frequency = frequencies[i] ?? 0;
    if (frequency > 0) score += (weights[i] ?? 0) * saturation(frequency, norm);
  }
  return score;
}

/**
 * Counts how often each wanted term occurs in a candidate: by the numbers of its terms where these are known, else by one string
 * search for each term. All counts are in one array, which the next candidate overwrites.
 */
function termCounter(wanted: readonly string[]): (candidate: Candidate) => Uint32Array {
  const needles = wanted.map((term) => ` ${term} `);
  const frequencies = new Uint32Array(wanted.length);
  let slots: Slots | undefined;
  return ({ termText, numbered }) => {
    if (numbered === undefined)
      for (let i = 0; i < needles.length; i++) frequencies[i] = occurrences(termText, needles[i] ?? '');
    else {
      if (slots?.vocabulary !== numbered.vocabulary) slots = slotsOf(wanted, numbered.vocabulary);
      countSlots(numbered, slots, frequencies);
    }
    return frequencies;
  };
}

/** The wanted terms by their numbers in a vocabulary. */
interface Slots {
  readonly vocabulary: Vocabulary;
  /** By the number of a term: its place among the wanted ones, from 1; 0 for others. */
  readonly slots: Uint16Array;
}

function slotsOf(wanted: readonly string[], vocabulary: Vocabulary): Slots {
  const slots = new Uint16Array(vocabulary.size);
  for (const [i, term] of wanted.entries()) {
    const number = vocabulary.numberOf(term);
    if (number !== undefined) slots[number] = i + 1;
  }
  return { vocabulary, slots };
}

/** Counts how often each wanted term occurs. */
function countSlots({ vocabulary, start, length }: NumberedTerms, { slots }: Slots, frequencies: Uint32Array): void {
  frequencies.fill(0);
  const { kept } = vocabulary;
  for (let i = start; i < start + length; i++) {
    const slot = slots[kept[i] ?? 0] ?? 0;
    if (slot > 0) frequencies[slot - 1] = (frequencies[slot - 1] ?? 0) + 1;
  }
}

/** How often a term, with a space on either side, occurs in a text; neighbouring terms share a space. */
function occurrences(text: string, needle: string): number {
  let count = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length - 1)) count++;
  return count;
}
