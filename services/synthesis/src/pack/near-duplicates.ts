import { words } from '../text/words.ts';

/** Two texts say the same if they share at least this much of their word pairs (Jaccard coefficient). */
const SAME_FROM = 0.85;

/** A text is compared with at most this many earlier ones, so that the work stays linear whatever the texts are. */
const MAX_COMPARED = 200;

const NUMBER = /[\d_]/u;

interface Fingerprint<Owner> {
  readonly owner: Owner;
  readonly shingles: ReadonlySet<string>;
  /** The numbers and identifiers, as far as they matter: texts that differ in one of them say different things. */
  readonly exact: string;
}

/**
 * Finds texts that repeat an earlier one: most word pairs are the same. Negations are words here, so "works" and "does not
 * work" differ. With `numbersMatter`, all numbers and identifiers have to be the same too; without, they are ignored.
 */
export class NearDuplicates<Owner> {
  readonly #numbersMatter: boolean;
  /** The earlier texts with the same numbers and identifiers, by word pair. */
  readonly #holders = new Map<string, Fingerprint<Owner>[]>();

  constructor({ numbersMatter }: { readonly numbersMatter: boolean }) {
    this.#numbersMatter = numbersMatter;
  }

  /** The owner of an earlier text that this one repeats. If there is none, later texts are compared with this one too. */
  repeated(text: string, owner: Owner): Owner | undefined {
    const print = this.#read(text, owner);
    for (const earlier of this.#similar(print)) if (similarity(print, earlier) >= SAME_FROM) return earlier.owner;
    for (const shingle of print.shingles) {
      const holders = this.#holders.get(keyOf(print, shingle));
      if (holders === undefined) this.#holders.set(keyOf(print, shingle), [print]);
      else holders.push(print);
    }
    return undefined;
  }

  #read(text: string, owner: Owner): Fingerprint<Owner> {
    const all = words(text);
    const own = this.#numbersMatter ? all : all.filter((word) => !NUMBER.test(word));
    const shingles = new Set(own.slice(1).map((word, i) => `${own[i] ?? ''} ${word}`));
    if (shingles.size === 0) shingles.add(own[0] ?? text);
    const exact = own.filter((word) => NUMBER.test(word)).sort();
    return { owner, shingles, exact: exact.join(' ') };
  }

  /**
   * The earlier texts that may be similar enough. Such a text lacks at most a share of `1 - SAME_FROM` of the word pairs, so
   * it has at least one of any larger number of them: the rarest are looked up.
   */
  #similar(print: Fingerprint<Owner>): Set<Fingerprint<Owner>> {
    const lists = [...print.shingles].map((shingle) => this.#holders.get(keyOf(print, shingle)) ?? []);
    const lacking = Math.floor((1 - SAME_FROM) * lists.length);
    const rarest = lists.sort((a, b) => a.length - b.length).slice(0, lacking + 1);
    const similar = new Set<Fingerprint<Owner>>();
    for (const list of rarest)
      for (const earlier of list) {
        if (similar.size === MAX_COMPARED) return similar;
        similar.add(earlier);
      }
    return similar;
  }
}

const keyOf = ({ exact }: Fingerprint<unknown>, shingle: string): string => `${exact}\n${shingle}`;

/** The Jaccard coefficient of two texts' word pairs. */
function similarity(a: Fingerprint<unknown>, b: Fingerprint<unknown>): number {
  let common = 0;
  for (const shingle of a.shingles) if (b.shingles.has(shingle)) common += 1;
  return common / (a.shingles.size + b.shingles.size - common);
}
