import type { RankDocument } from './document.ts';
import { Vocabulary } from './vocabulary.ts';

/** The documents' terms as numbers: passes over integers are quicker than passes over strings. */
export class TermTable {
  /** Holds the numbers of the terms of all documents, each document's together: one array is quicker to read than many. */
  readonly numbers: Uint32Array;
  /** Where each document begins in `numbers`. */
  readonly starts: Uint32Array;
  /** Where each document ends in `numbers`: the place behind its last term. */
  readonly ends: Uint32Array;
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
    this.starts = new Uint32Array(documents.length);
    this.ends = new Uint32Array(documents.length);
    this.numbers = this.#vocabulary.kept;
    for (let d = 0; d < documents.length; d++) {
      const terms = documents[d]?.numbered;
      if (terms?.vocabulary !== this.#vocabulary) {
        this.numbers = this.#copyNumbers(documents);
        break;
      }
      this.starts[d] = terms.start;
      this.ends[d] = terms.start + terms.length;
    }
    this.limit = this.#vocabularySize + this.#others.size;
  }

  /** How many documents there are. */
  get size(): number {
    return this.starts.length;
  }

  /** The numbers of the terms of one document, in order and with repetition. */
  numbersOf(d: number): Uint32Array {
    return this.numbers.subarray(this.starts[d], this.ends[d]);
  }

  /** How many terms a document has. */
  lengthOf(d: number): number {
    return (this.ends[d] ?? 0) - (this.starts[d] ?? 0);
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

  /** One array for documents of which some are not numbered in the vocabulary. Sets where each begins and ends. */
  #copyNumbers(documents: readonly RankDocument[]): Uint32Array {
    const { kept } = this.#vocabulary;
    const ranges = documents.map(({ numbered, terms }) => {
      if (numbered?.vocabulary === this.#vocabulary) return { of: kept, from: numbered.start, length: numbered.length };
      const numbers = terms.map((term) => this.numberOf(term) ?? this.#vocabularySize + this.#others.add(term));
      return { of: numbers, from: 0, length: numbers.length };
    });
    const all = new Uint32Array(ranges.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const [d, { of, from, length }] of ranges.entries()) {
      this.starts[d] = at;
      // A loop, because `set` is slower for ranges as short as these.
      for (let i = from; i < from + length; i++) all[at++] = of[i] ?? 0;
      this.ends[d] = at;
    }
    return all;
  }
}
