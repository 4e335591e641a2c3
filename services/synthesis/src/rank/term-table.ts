import type { RankDocument } from './document.ts';
import { Vocabulary } from './vocabulary.ts';

/** The documents' terms as numbers: passes over integers are quicker than passes over strings. */
export class TermTable {
  /** The numbers of the terms of all documents, one document after the other: one array is quicker to read than many. */
  readonly numbers: Uint32Array;
  /** Where each document begins in `numbers`, and behind the last where it ends. */
  readonly starts: Uint32Array;
  /** All numbers are below this. */
  readonly limit: number;
  /** The vocabulary that most documents are numbered in already. It is not added to: others use it. */
  readonly #vocabulary: Vocabulary;
  readonly #vocabularySize: number;
  /** Terms of documents that are not numbered; their numbers follow those of the vocabulary. */
  readonly #others = new Vocabulary();

  constructor(documents: readonly RankDocument[]) {
    const numbered = documents.find((document) => document.numbered !== undefined)?.numbered;
    this.#vocabulary = numbered?.vocabulary ?? new Vocabulary();
    this.#vocabularySize = this.#vocabulary.size;
    this.starts = new Uint32Array(documents.length + 1);
    const ofDocuments = documents.map((document, d) => {
      const numbers = this.#numbersIn(document);
      this.starts[d + 1] = (this.starts[d] ?? 0) + numbers.length;
      return numbers;
    });
    this.limit = this.#vocabularySize + this.#others.size;
    this.numbers = new Uint32Array(this.starts[documents.length] ?? 0);
    let at = 0;
    // A loop, because `set` is slower for arrays as short as these.
    for (const numbers of ofDocuments) for (let i = 0; i < numbers.length; i++) this.numbers[at++] = numbers[i] ?? 0;
  }

  /** How many documents there are. */
  get size(): number {
    return this.starts.length - 1;
  }

  /** The numbers of the terms of one document, in order and with repetition. */
  numbersOf(d: number): Uint32Array {
    return this.numbers.subarray(this.starts[d], this.starts[d + 1]);
  }

  /** How many terms a document has. */
  lengthOf(d: number): number {
    return (this.starts[d + 1] ?? 0) - (this.starts[d] ?? 0);
  }

  /** Undefined if no document contains the term; a number may be that of a term which none of them contains. */
  numberOf(term: string): number | undefined {
    const number = this.#vocabulary.numberOf(term);
    // The vocabulary may have grown since.
    if (number !== undefined && number < this.#vocabularySize) return number;
    const other = this.#others.numberOf(term);
    return other === undefined ? undefined : this.#vocabularySize + other;
  }

  /** The numbers of the terms that resemble a term. */
  resembling(term: string): number[] {
    return [
      ...this.#vocabulary.resembling(term).filter((number) => number < this.#vocabularySize),
      ...this.#others.resembling(term).map((number) => this.#vocabularySize + number),
    ];
  }

  /** The term of a number. */
  term(number: number): string {
    return number < this.#vocabularySize
      ? this.#vocabulary.term(number)
      : this.#others.term(number - this.#vocabularySize);
  }

  #numbersIn({ numbered, terms }: RankDocument): Uint32Array {
    return numbered?.vocabulary === this.#vocabulary
      ? numbered.numbers
      : Uint32Array.from(terms, (term) => this.numberOf(term) ?? this.#vocabularySize + this.#others.add(term));
  }
}
