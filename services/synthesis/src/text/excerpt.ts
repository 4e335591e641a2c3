import { languageOf } from '@strata/languages/language-of';
import { LRUCache } from 'lru-cache';
import { sentences } from './sentences.ts';
import { terms } from './terms.ts';

const ELLIPSIS = '…';
/** A text that is hardly longer than the limit is shown whole. */
const SLACK = 1.25;

/**
 * The sentences of a long text that say most about a query, in their order, within about `limit` characters; "…" stands
 * where others are left out. `weights` are what the query's terms weigh. Of equal sentences the first are kept: a text
 * begins with what it is about. The sentences `needed` come before all others.
 */
export function excerpt(
  text: string,
  weights: ReadonlyMap<string, number>,
  limit: number,
  needed: readonly string[] = [],
): string {
  if (text.length <= limit * SLACK) return text;
  const all = readSentences(text);
  const best = bestSentences(all, limit, ({ sentence, terms }) =>
    needed.includes(sentence.trim()) ? Infinity : weightOf(terms, weights),
  );
  let out = '';
  let left = false;
  for (const [i, { sentence }] of all.entries()) {
    if (!best.has(i)) {
      left = true;
      continue;
    }
    out += `${left ? `${out.trimEnd() === '' ? '' : ' '}${ELLIPSIS} ` : ''}${clip(sentence, limit)}`;
    if (left) out = out.replace(/\s+…/u, ' …');
    left = false;
  }
  return `${out.trimEnd()}${left ? ` ${ELLIPSIS}` : ''}`;
}

function bestSentences(
  all: readonly ReadSentence[],
  limit: number,
  scoreOf: (sentence: ReadSentence) => number,
): Set<number> {
  const scored = all
    .map((one, i) => ({ i, length: one.sentence.length, score: scoreOf(one) }))
    .sort((a, b) => b.score - a.score || a.i - b.i);
  const kept = new Set<number>();
  let left = limit;
  for (const { i, length } of scored) {
    if (kept.size > 0 && length > left) continue;
    kept.add(i);
    left -= length;
  }
  return kept;
}

function weightOf(terms: readonly string[], weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const term of terms) sum += weights.get(term) ?? 0;
  return sum;
}

interface ReadSentence {
  readonly sentence: string;
  /** Distinct. */
  readonly terms: readonly string[];
}

/** In UTF-16 units of all texts; what is kept takes about ten times as many bytes. */
const MAX_KEPT = 2_000_000;

/** The same texts get into many packs, and reading their words is most of the work of an excerpt. */
const readTexts = new LRUCache<string, readonly ReadSentence[]>({
  maxSize: MAX_KEPT,
  sizeCalculation: (_sentences, text) => text.length,
});

function readSentences(text: string): readonly ReadSentence[] {
  const known = readTexts.get(text);
  if (known !== undefined) return known;
  const language = languageOf(text);
  const read = sentences(text).map((sentence) => ({ sentence, terms: [...new Set(terms(sentence, language))] }));
  readTexts.set(text, read);
  return read;
}

function clip(sentence: string, limit: number): string {
  if (sentence.length <= limit * SLACK) return sentence;
  const space = sentence.lastIndexOf(' ', limit);
  return `${sentence.slice(0, space > limit / 2 ? space : limit)} ${ELLIPSIS}`;
}
