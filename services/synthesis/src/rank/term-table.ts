import type { RankDocument } from './document.ts';
import { Vocabulary } from './vocabulary.ts';

/** The documents' terms as numbers: passes over integers are quicker than passes over strings. */
export class TermTable {
  /** Distinct terms; a term's number is its index here. */
  readonly terms: string[] = [];
  /** The numbers of the terms of each document, in the documents' order. */
  readonly documents: readonly Uint32Array[];
  /** The vocabulary that most documents are numbered in already. It is not added to: others use it. */
  readonly #vocabulary: Vocabulary;
  readonly #size: number;
  /** Terms of documents that are not numbered; their numbers follow those of the vocabulary. */
  readonly #others = new Vocabulary();
  /** By number in the vocabulary: the number in this table, plus one; 0 for a term of no document. */
  readonly #known: Uint32Array;

  constructor(documents: readonly RankDocument[]) {
    const numbered = documents.find((document) => document.numbered !== undefined)?.numbered;
    this.#vocabulary = numbered?.vocabulary ?? new Vocabulary();
    this.#size = this.#vocabulary.size;
    const inVocabulary = documents.map((document) =>
      document.numbered?.vocabulary === this.#vocabulary
        ? document.numbered.numbers
        : Uint32Array.from(document.terms, (term) => this.#find(term) ?? this.#size + this.#others.add(term)),
    );
    this.#known = new Uint32Array(this.#size + this.#others.size);
    this.documents = inVocabulary.map((numbers) => this.#renumber(numbers));
  }

  /** Undefined if no document contains the term. */
  numberOf(term: string): number | undefined {
    const known = this.#known[this.#find(term) ?? this.#known.length] ?? 0;
    return known === 0 ? undefined : known - 1;
  }

  #find(term: string): number | undefined {
    const number = this.#vocabulary.numberOf(term);
    // The vocabulary may have grown since.
    if (number !== undefined && number < this.#size) return number;
    const other = this.#others.numberOf(term);
    return other === undefined ? undefined : this.#size + other;
  }

  #renumber(numbers: Uint32Array): Uint32Array {
    const own = new Uint32Array(numbers.length);
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i] ?? 0;
      let known = this.#known[number] ?? 0;
      if (known === 0) this.#known[number] = known = this.terms.push(this.#termOf(number));
      own[i] = known - 1;
    }
    return own;
  }

  #termOf(number: number): string {
    return number < this.#size ? this.#vocabulary.term(number) : this.#others.term(number - this.#size);
  }
}
