import { languageOf, type Language } from '@strata/languages/language-of';
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
  const all = sentences(text);
  const language = languageOf(text);
  const kept = bestSentences(all, limit, (sentence) =>
    needed.includes(sentence.trim()) ? Infinity : weightOf(sentence, weights, language),
  );
  let out = '';
  let left = false;
  for (const [i, sentence] of all.entries()) {
    if (!kept.has(i)) {
      left = true;
      continue;
    }
    out += `${left ? `${out.trimEnd() === '' ? '' : ' '}${ELLIPSIS} ` : ''}${clip(sentence, limit)}`;
    if (left) out = out.replace(/\s+…/u, ' …');
    left = false;
  }
  return `${out.trimEnd()}${left ? ` ${ELLIPSIS}` : ''}`;
}

function bestSentences(all: readonly string[], limit: number, scoreOf: (sentence: string) => number): Set<number> {
  const scored = all
    .map((sentence, i) => ({ i, length: sentence.length, score: scoreOf(sentence) }))
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

function weightOf(sentence: string, weights: ReadonlyMap<string, number>, language: Language | null): number {
  let sum = 0;
  for (const term of new Set(terms(sentence, language))) sum += weights.get(term) ?? 0;
  return sum;
}

function clip(sentence: string, limit: number): string {
  if (sentence.length <= limit * SLACK) return sentence;
  const space = sentence.lastIndexOf(' ', limit);
  return `${sentence.slice(0, space > limit / 2 ? space : limit)} ${ELLIPSIS}`;
}
