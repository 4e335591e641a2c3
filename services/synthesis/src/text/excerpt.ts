import { stem } from './stem.ts';
import { words } from './words.ts';

const ELLIPSIS = '…';
/** A text that is hardly longer than the limit is shown whole. */
const SLACK = 1.25;
const BOUNDARY = /(?<=[.!?…]["'”’)\]]*)\s+|(?<=[。！？])|\n+/gu;

/**
 * The sentences of a long text that say most about a query, in their order, within about `limit` characters; "…" stands
 * where others are left out. `weights` are what the query's terms weigh. Of equal sentences the first are kept: a text
 * begins with what it is about.
 */
export function excerpt(text: string, weights: ReadonlyMap<string, number>, limit: number): string {
  if (text.length <= limit * SLACK) return text;
  const all = sentences(text);
  const kept = bestSentences(all, weights, limit);
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

function bestSentences(all: readonly string[], weights: ReadonlyMap<string, number>, limit: number): Set<number> {
  const scored = all
    .map((sentence, i) => ({ i, length: sentence.length, score: weightOf(sentence, weights) }))
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

function weightOf(sentence: string, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const term of new Set(words(sentence).map(stem))) sum += weights.get(term) ?? 0;
  return sum;
}

/** Sentences and lines with the space after them: joined, they are the text. */
function sentences(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const { index, 0: space } of text.matchAll(BOUNDARY)) {
    const end = index + space.length;
    if (text.slice(start, end).trim() !== '') {
      found.push(text.slice(start, end));
      start = end;
    }
  }
  return start < text.length ? [...found, text.slice(start)] : found;
}

function clip(sentence: string, limit: number): string {
  if (sentence.length <= limit * SLACK) return sentence;
  const space = sentence.lastIndexOf(' ', limit);
  return `${sentence.slice(0, space > limit / 2 ? space : limit)} ${ELLIPSIS}`;
}
