/** Numbers for terms, in the order in which they were met. A term keeps its number. */
export class Vocabulary {
  readonly #terms: string[] = [];
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#terms.length;
  }

  /** The number of a term; a new term gets one. */
  add(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.push(term) - 1;
    this.#numbers.set(term, number);
    return number;
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
}

/** The terms of a document as numbers of a vocabulary, in order and with repetition. */
export interface NumberedTerms {
  readonly vocabulary: Vocabulary;
  readonly numbers: Uint32Array;
}
