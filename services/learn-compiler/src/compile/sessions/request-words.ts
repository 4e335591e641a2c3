import { contentWords, lightStem } from '../text/words.ts';
import { Counts } from './counts.ts';
import { LearnedSet } from './learned-set.ts';

const NAME_IN_SENTENCE = /(?<=[\p{Ll}\p{N},;:'’"-] )\p{Lu}[\p{L}]+/gu;
const PLAIN_WORD = /(?<![\p{L}])\p{Ll}[\p{L}]+/gu;

/** The words of one request. */
export interface RequestWords {
  /** Content words in order, without function words and courtesies. */
  readonly content: readonly string[];
  /** Words with a capital within a sentence, in lower case, and words without one. */
  readonly capital: readonly string[];
  readonly plain: readonly string[];
}

export const readRequestWords = (request: string): RequestWords => ({
  content: contentWords(request),
  capital: [...request.matchAll(NAME_IN_SENTENCE)].map(([word]) => word.toLowerCase()),
  plain: [...request.matchAll(PLAIN_WORD)].map(([word]) => word),
});

/** Learns the words that requests capitalize within sentences more often than not: names of people, places, things. */
export class ProperNames {
  readonly #names = new LearnedSet();
  readonly #capital = new Counts();
  readonly #plain = new Counts();

  /** Adds a request, or takes it out again (`by` is 1 or -1). */
  add({ capital, plain }: RequestWords, by: 1 | -1): void {
    for (const word of capital) this.#capital.add(word, by);
    for (const word of plain) this.#plain.add(word, by);
    for (const word of new Set([...capital, ...plain]))
      this.#names.decide(word, this.#capital.get(word) > this.#plain.get(word));
  }

  /** The content words of a request without names: stem → first written form. */
  leaveOutOf({ content }: RequestWords): Map<string, string> {
    const words = new Map<string, string>();
    for (const word of content) {
      const stem = lightStem(word);
      if (!this.#names.has(word) && !words.has(stem)) words.set(stem, word);
    }
    return words;
  }

  /** The words that became names or stopped being so since the last call. */
  takeMoved(): ReadonlySet<string> {
    return this.#names.takeMoved();
  }
}
