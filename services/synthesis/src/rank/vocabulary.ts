import { addToGroup } from '@strata/kernel/add-to-group';
import { LRUCache } from 'lru-cache';
import { resembles } from './resemblance.ts';

/** Terms for which the resembling ones are remembered: those of recent queries. */
const MAX_REMEMBERED = 1_000;

/** By how much the array of kept numbers grows. */
const GROWTH = 1.5;

const NONE: readonly number[] = [];
const NOTHING_KEPT = new Uint32Array(0);

/** Numbers for terms, in the order in which they were met. A term keeps its number. */
export class Vocabulary {
  readonly #terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers in ascending order. */
  readonly #byFirstLetter = new Map<number, number[]>();
  #kept: Uint32Array = NOTHING_KEPT;
  #keptLength = 0;
  /** Made when it is needed: most vocabularies are those of one query. */
  #resembling: LRUCache<string, Resembling> | undefined;

  get size(): number {
    return this.#terms.length;
  }

  /** The number of a term; a new term gets one. */
  add(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.push(term) - 1;
    this.#numbers.set(term, number);
    addToGroup(this.#byFirstLetter, term.charCodeAt(0), number);
    return number;
  }

  /** Numbers the terms of a document, and keeps the numbers until `forget`. */
  keep(terms: readonly string[]): NumberedTerms {
    const start = this.#keptLength;
    this.#keptLength += terms.length;
    if (this.#keptLength > this.#kept.length) {
      const larger = new Uint32Array(GROWTH * this.#keptLength);
      larger.set(this.#kept);
      this.#kept = larger;
    }
    for (const [i, term] of terms.entries()) this.#kept[start + i] = this.add(term);
    return { vocabulary: this, start, length: terms.length };
  }

  /** Overwrites the numbers of a kept document that nothing reads any more: in order, they say what it said. */
  forget({ start, length }: Pick<NumberedTerms, 'start' | 'length'>): void {
    this.#kept.fill(0, start, start + length);
  }

  /** The numbers of all kept documents. One array for all is quicker to read than one for each. A later `keep` may replace it by a longer one. */
  get kept(): Uint32Array {
    return this.#kept;
  }

  /** The one string that all its users share of equal ones. */
  shared(term: string): string {
    return this.term(this.add(term));
  }

  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  term(number: number): string {
    return this.#terms[number] ?? '';
  }

  /** The numbers of the terms that resemble a term, in ascending order. Only what is new since the last call is compared. */
  resembling(term: string): readonly number[] {
    const alike = this.#byFirstLetter.get(term.charCodeAt(0));
    if (alike === undefined) return NONE;
    this.#resembling ??= new LRUCache({ max: MAX_REMEMBERED });
    let known = this.#resembling.get(term);
    if (known === undefined) this.#resembling.set(term, (known = { numbers: [], compared: 0 }));
    for (; known.compared < alike.length; known.compared++) {
      const number = alike[known.compared] ?? 0;
      const other = this.term(number);
      if (other !== term && resembles(term, other)) known.numbers.push(number);
    }
    return known.numbers;
  }
}

/** `compared`: how many of the terms with the same first letter were compared. */
interface Resembling {
  readonly numbers: number[];
  compared: number;
}

/** The terms of a document as numbers of a vocabulary, in order and with repetition: a range of its `kept` numbers. */
export interface NumberedTerms {
  readonly vocabulary: Vocabulary;
  readonly start: number;
  readonly length: number;
}
