import { words } from '../text/words.ts';

const NUMBER = /[\d_]/u;

/** The pairs of neighbouring words of a text, as numbers: distinct, in ascending order. Equal pairs have equal numbers in all texts. */
export type Pairs = Float64Array;

/** What texts are compared by. */
export interface WordPairs {
  /** How many words the text has. */
  readonly words: number;
  readonly pairs: Pairs;
  /** The pairs of the text without its numbers and identifiers. */
  readonly pairsWithoutNumbers: Pairs;
  /** The numbers and identifiers: texts that differ in one of them say different things. */
  readonly numbers: string;
}

export function wordPairsOf(text: string): WordPairs {
  const all = words(text);
  const pairs = pairsOf(all, text);
  const numbers = all.filter((word) => NUMBER.test(word)).sort();
  const others =
    numbers.length === 0
      ? pairs
      : pairsOf(
          all.filter((word) => !NUMBER.test(word)),
          text,
        );
  return { words: all.length, pairs, pairsWithoutNumbers: others, numbers: numbers.join(' ') };
}

/** A text of one word has that word for a pair, and one of signs has itself. */
function pairsOf(all: readonly string[], text: string): Pairs {
  if (all.length < 2) return Float64Array.of(hashOf(all[0] ?? text, ''));
  const pairs = new Set<number>();
  for (let i = 1; i < all.length; i++) pairs.add(hashOf(all[i - 1] ?? '', all[i] ?? ''));
  return Float64Array.from(pairs).sort();
}

const LOW_BITS = 2 ** 32;
const HIGH_BITS = 2 ** 21;

/** A hash of 53 bits: two pairs have the same one by chance about once in 10^16 times. The multipliers are those of MurmurHash3. */
function hashOf(first: string, second: string): number {
  const text = `${first} ${second}`;
  let a = 0x9747b28c;
  let b = 0x5bd1e995;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x85ebca6b);
    a = (a << 13) | (a >>> 19);
    b = Math.imul(b ^ code, 0xc2b2ae35);
    b = (b << 15) | (b >>> 17);
  }
  return (mixed(a) % HIGH_BITS) * LOW_BITS + mixed(b ^ a);
}

/** Spreads each bit over all 32. */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The Jaccard coefficient of two sets of pairs. */
export function similarity(a: Pairs, b: Pairs): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const difference = (a[i] ?? 0) - (b[j] ?? 0);
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common / (a.length + b.length - common);
}
