import { addToGroup } from '@strata/kernel/add-to-group';
import { similarity, type Pairs, type WordPairs } from './word-pairs.ts';

/** Two texts say the same if they share at least this much of their word pairs (Jaccard coefficient). */
const SAME_FROM = 0.85;

/** A text is compared with at most this many earlier ones, so that the work stays linear whatever the texts are. */
const MAX_COMPARED = 200;

/** Whether two texts say the same, by their word pairs. */
export const saysTheSame = (a: Pairs, b: Pairs): boolean => similarity(a, b) >= SAME_FROM;

interface Print<Owner> {
  readonly owner: Owner;
  readonly pairs: Pairs;
}

/**
 * Finds texts that repeat an earlier one: most word pairs are the same. Negations are words here, so "works" and "does not
 * work" differ. With `numbersMatter`, all numbers and identifiers have to be the same too; without, they are ignored.
 */
export class NearDuplicates<Owner> {
  readonly #numbersMatter: boolean;
  /** The earlier texts by their numbers and identifiers, then by the first of their word pairs. */
  readonly #holders = new Map<string, Map<number, Print<Owner>[]>>();

  constructor({ numbersMatter }: { readonly numbersMatter: boolean }) {
    this.#numbersMatter = numbersMatter;
  }

  /** The owner of an earlier text that this one repeats. If there is none, later texts are compared with this one too. */
  repeated(text: WordPairs, owner: Owner): Owner | undefined {
    const pairs = this.#numbersMatter ? text.pairs : text.pairsWithoutNumbers;
    const holders = this.#holdersOf(this.#numbersMatter ? text.numbers : '');
    const first = countFirst(pairs);
    for (const earlier of sharing(pairs, first, holders)) if (saysTheSame(pairs, earlier.pairs)) return earlier.owner;
    const print = { owner, pairs };
    for (let i = 0; i < first; i++) addToGroup(holders, pairs[i] ?? 0, print);
    return undefined;
  }

  #holdersOf(numbers: string): Map<number, Print<Owner>[]> {
    let holders = this.#holders.get(numbers);
    if (holders === undefined) this.#holders.set(numbers, (holders = new Map<number, Print<Owner>[]>()));
    return holders;
  }
}

/**
 * How many pairs of a text count as its first: one more than a similar text may lack. All texts order their pairs alike, so two
 * similar texts have one of these in common.
 */
const countFirst = (pairs: Pairs): number => Math.min(pairs.length, Math.floor((1 - SAME_FROM) * pairs.length) + 1);

const NOTHING: ReadonlySet<never> = new Set();

/** The earlier texts that have one of the first pairs among their first. Most texts share none. */
function sharing<Owner>(
  pairs: Pairs,
  first: number,
  holders: ReadonlyMap<number, Print<Owner>[]>,
): ReadonlySet<Print<Owner>> {
  let found: Set<Print<Owner>> | undefined;
  for (let i = 0; i < first; i++) {
    const known = holders.get(pairs[i] ?? 0);
    if (known === undefined) continue;
    found ??= new Set();
    for (const earlier of known) {
      if (found.size === MAX_COMPARED) return found;
      found.add(earlier);
    }
  }
  return found ?? NOTHING;
}
