import type { RankDocument } from './document.ts';

/** The documents' terms as numbers: passes over integers are quicker than passes over strings. */
export class TermTable {
  /** Distinct terms; a term's number is its index here. */
  readonly terms: string[] = [];
  /** The numbers of the terms of each document, in the documents' order. */
  readonly documents: readonly Uint32Array[];
  readonly #numbers = new Map<string, number>();

  constructor(documents: readonly RankDocument[]) {
    this.documents = documents.map(({ terms }) => {
      const numbers = new Uint32Array(terms.length);
      for (let i = 0; i < terms.length; i++) numbers[i] = this.#number(terms[i] ?? '');
      return numbers;
    });
  }

  /** Undefined if no document contains the term. */
  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  #number(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.push(term) - 1;
    this.#numbers.set(term, number);
    return number;
  }
}
