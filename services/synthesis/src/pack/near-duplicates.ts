import { words } from '../text/words.ts';

/** Two texts say the same if they share at least this much of their word pairs (Jaccard coefficient). */
const SAME_FROM = 0.85;

interface Fingerprint {
  readonly shingles: ReadonlySet<string>;
  /** Numbers and identifiers: texts that differ in one of them say different things. */
  readonly exact: string;
}

/**
 * Finds texts that repeat an earlier one: most word pairs are the same, and all numbers and identifiers. Negations are
 * words here, so "works" and "does not work" differ.
 */
export class NearDuplicates {
  readonly #seen: Fingerprint[] = [];
  readonly #byShingle = new Map<string, number[]>();

  /** Whether the text repeats an earlier one; if not, later texts are compared with it too. */
  isRepeat(text: string): boolean {
    const print = fingerprint(text);
    const common = new Map<number, number>();
    for (const shingle of print.shingles)
      for (const earlier of this.#byShingle.get(shingle) ?? []) common.set(earlier, (common.get(earlier) ?? 0) + 1);
    for (const [earlier, count] of common) {
      const other = this.#seen[earlier];
      if (other?.exact !== print.exact) continue;
      if (count / (print.shingles.size + other.shingles.size - count) >= SAME_FROM) return true;
    }
    this.#remember(print);
    return false;
  }

  #remember(print: Fingerprint): void {
    const index = this.#seen.push(print) - 1;
    for (const shingle of print.shingles) {
      const holders = this.#byShingle.get(shingle);
      if (holders === undefined) this.#byShingle.set(shingle, [index]);
      else holders.push(index);
    }
  }
}

function fingerprint(text: string): Fingerprint {
  const own = words(text);
  const shingles = new Set(own.slice(1).map((word, i) => `${own[i] ?? ''} ${word}`));
  if (shingles.size === 0) shingles.add(own[0] ?? text);
  const exact = own.filter((word) => /[\d_]/u.test(word)).sort();
  return { shingles, exact: exact.join(' ') };
}
