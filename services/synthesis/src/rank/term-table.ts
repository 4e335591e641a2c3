import type { RankDocument } from './document.ts';
import { Vocabulary } from './vocabulary.ts';

/** The documents' terms as numbers: passes over integers are quicker than passes over strings. */
export class TermTable {
  /** Distinct terms; a term's number is its index here. */
  readonly terms: string[] = [];
  /** The numbers of the terms of all documents, one document after the other: one array is quicker to make than many. */
  readonly numbers: Uint32Array;
  /** Where each document begins in `numbers`, and behind the last where it ends. */
  readonly starts: Uint32Array;
  /** The vocabulary that most documents are numbered in already. It is not added to: others use it. */
  readonly #vocabulary: Vocabulary;
  readonly #vocabularySize: number;
  /** Terms of documents that are not numbered; their numbers follow those of the vocabulary. */
  readonly #others = new Vocabulary();
  /** By number in the vocabulary: the number in this table, plus one; 0 for a term of no document. */
  readonly #known: Uint32Array;

  constructor(documents: readonly RankDocument[]) {
    const numbered = documents.find((document) => document.numbered !== undefined)?.numbered;
    this.#vocabulary = numbered?.vocabulary ?? new Vocabulary();
    this.#vocabularySize = this.#vocabulary.size;
    const inVocabulary = documents.map((document) =>
      document.numbered?.vocabulary === this.#vocabulary
        ? document.numbered.numbers
        : Uint32Array.from(document.terms, (term) => this.#find(term) ?? this.#vocabularySize + this.#others.add(term)),
    );
    this.#known = new Uint32Array(this.#vocabularySize + this.#others.size);
    this.starts = new Uint32Array(documents.length + 1);
    for (const [d, { length }] of inVocabulary.entries()) this.starts[d + 1] = (this.starts[d] ?? 0) + length;
    this.numbers = new Uint32Array(this.starts[documents.length] ?? 0);
    for (const [d, numbers] of inVocabulary.entries()) this.#renumber(numbers, this.starts[d] ?? 0);
  }

  /** How many documents there are. */
  get size(): number {
    return this.starts.length - 1;
  }

  /** The numbers of the terms of one document, in order and with repetition. */
  numbersOf(d: number): Uint32Array {
    return this.numbers.subarray(this.starts[d], this.starts[d + 1]);
  }

  /** Undefined if no document contains the term. */
  numberOf(term: string): number | undefined {
    const known = this.#known[this.#find(term) ?? this.#known.length] ?? 0;
    return known === 0 ? undefined : known - 1;
  }

  #find(term: string): number | undefined {
    const number = this.#vocabulary.numberOf(term);
    // The vocabulary may have grown since.
    if (number !== undefined && number < this.#vocabularySize) return number;
    const other = this.#others.numberOf(term);
    return other === undefined ? undefined : this.#vocabularySize + other;
  }

  #renumber(numbers: Uint32Array, start: number): void {
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i] ?? 0;
      let known = this.#known[number] ?? 0;
      if (known === 0) this.#known[number] = known = this.terms.push(this.#termOf(number));
      this.numbers[start + i] = known - 1;
    }
  }

  #termOf(number: number): string {
    return number < this.#vocabularySize
      ? this.#vocabulary.term(number)
      : this.#others.term(number - this.#vocabularySize);
  }
}
