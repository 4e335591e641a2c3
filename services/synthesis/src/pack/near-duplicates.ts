/** Two texts say the same if they share at least this much of their word pairs (Jaccard coefficient). */
const SAME_FROM = 0.85;

/** A text is compared with at most this many earlier ones, so that the work stays linear whatever the texts are. */
const MAX_COMPARED = 200;

const NUMBER = /[\d_]/u;

/** Pairs of word numbers are one number each: far quicker than strings. A text has fewer words than this. */
const MOST_WORDS = 2 ** 26;

/** A text with its words, from `words`. */
export interface TextInWords {
  readonly text: string;
  readonly words: readonly string[];
}

interface Fingerprint<Owner> {
  readonly owner: Owner;
  /** Pairs of neighbouring words. */
  readonly pairs: ReadonlySet<number>;
  /** The numbers and identifiers, as far as they matter: texts that differ in one of them say different things. */
  readonly exact: string;
}

/**
 * Finds texts that repeat an earlier one: most word pairs are the same. Negations are words here, so "works" and "does not
 * work" differ. With `numbersMatter`, all numbers and identifiers have to be the same too; without, they are ignored.
 */
export class NearDuplicates<Owner> {
  readonly #numbersMatter: boolean;
  readonly #wordNumbers = new Map<string, number>();
  /** The earlier texts by their numbers and identifiers, then by word pair. */
  readonly #holders = new Map<string, Map<number, Fingerprint<Owner>[]>>();

  constructor({ numbersMatter }: { readonly numbersMatter: boolean }) {
    this.#numbersMatter = numbersMatter;
  }

  /** The owner of an earlier text that this one repeats. If there is none, later texts are compared with this one too. */
  repeated(text: TextInWords, owner: Owner): Owner | undefined {
    const print = this.#read(text, owner);
    let holders = this.#holders.get(print.exact);
    if (holders === undefined) this.#holders.set(print.exact, (holders = new Map<number, Fingerprint<Owner>[]>()));
    for (const earlier of similar(print, holders)) if (similarity(print, earlier) >= SAME_FROM) return earlier.owner;
    for (const pair of print.pairs) {
      const known = holders.get(pair);
      if (known === undefined) holders.set(pair, [print]);
      else known.push(print);
    }
    return undefined;
  }

  #read({ text, words }: TextInWords, owner: Owner): Fingerprint<Owner> {
    const own = this.#numbersMatter ? words : words.filter((word) => !NUMBER.test(word));
    const numbers = own.map((word) => this.#numberOf(word));
    const pairs = new Set(numbers.slice(1).map((number, i) => (numbers[i] ?? 0) * MOST_WORDS + number));
    if (pairs.size === 0) pairs.add(numbers[0] ?? this.#numberOf(text));
    const exact = own.filter((word) => NUMBER.test(word)).sort();
    return { owner, pairs, exact: exact.join(' ') };
  }

  #numberOf(word: string): number {
    let number = this.#wordNumbers.get(word);
    if (number === undefined) this.#wordNumbers.set(word, (number = this.#wordNumbers.size + 1));
    return number;
  }
}

/**
 * The earlier texts that may be similar enough. Such a text lacks at most a share of `1 - SAME_FROM` of the word pairs, so
 * it has at least one of any larger number of them: the rarest are looked up.
 */
function similar<Owner>(
  { pairs }: Fingerprint<Owner>,
  holders: ReadonlyMap<number, Fingerprint<Owner>[]>,
): Set<Fingerprint<Owner>> {
  const lacking = Math.floor((1 - SAME_FROM) * pairs.size);
  const lists: Fingerprint<Owner>[][] = [];
  let unheld = 0;
  for (const pair of pairs) {
    const list = holders.get(pair);
    if (list !== undefined) lists.push(list);
    // More pairs are new than a similar text may lack.
    else if (++unheld > lacking) return new Set();
  }
  const rarest = lists.sort((a, b) => a.length - b.length).slice(0, lacking + 1 - unheld);
  const found = new Set<Fingerprint<Owner>>();
  for (const list of rarest)
    for (const earlier of list) {
      if (found.size === MAX_COMPARED) return found;
      found.add(earlier);
    }
  return found;
}

/** The Jaccard coefficient of two texts' word pairs. */
function similarity(a: Fingerprint<unknown>, b: Fingerprint<unknown>): number {
  let common = 0;
  for (const pair of a.pairs) if (b.pairs.has(pair)) common += 1;
  return common / (a.pairs.size + b.pairs.size - common);
}
