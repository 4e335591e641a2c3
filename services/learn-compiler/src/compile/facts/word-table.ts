import { isAttribute } from './languages.ts';
import { isHead } from './read-words.ts';

const BITS = 32;

/** A word of claims that are compared with each other. */
export interface Word {
  readonly text: string;
  readonly isAttribute: boolean;
  readonly isHead: boolean;
  /** One of 32 bits, which it shares with other words. */
  readonly bit: number;
  /** Whether so many of the claims that are compared hold it that it distinguishes them no better than "good". */
  readonly isCommon: boolean;
}

/** Makes one object of each word, so that texts need not be compared again and again. */
export class WordTable {
  readonly #words = new Map<string, { -readonly [Key in keyof Word]: Word[Key] }>();

  wordOf(text: string): Word {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    const bit = 1 << (this.#words.size % BITS);
    const word = { text, isAttribute: isAttribute(text), isHead: isHead(text), bit, isCommon: false };
    this.#words.set(text, word);
    return word;
  }

  /** From now on these words are common, and no others. */
  markCommon(words: ReadonlySet<Word>): void {
    for (const word of this.#words.values()) word.isCommon = words.has(word);
  }
}
