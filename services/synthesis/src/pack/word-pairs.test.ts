import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { similarity, wordPairsOf } from './word-pairs.ts';

const text = fc.array(fc.constantFrom('red', 'blue', 'ship', 'crane', 'W1'), { minLength: 2, maxLength: 12 });
const pairsIn = (words: readonly string[]): Set<string> =>
  new Set(words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`));

describe('Word pairs', () => {
  it('are as similar as the sets of neighbouring words', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const [a, b] = [pairsIn(first), pairsIn(second)];
        const common = [...a].filter((pair) => b.has(pair)).length;
        const [own, others] = [wordPairsOf(first.join(' ')), wordPairsOf(second.join(' '))];
        expect(similarity(own.pairs, others.pairs)).toBe(common / (a.size + b.size - common));
      }),
    );
  });

  it('of a text without its numbers join the words around them', () => {
    const { pairsWithoutNumbers, numbers } = wordPairsOf('Update 17: fees are waived');
    expect(pairsWithoutNumbers).toEqual(wordPairsOf('update fees are waived').pairs);
    expect(numbers).toBe('17');
  });

  it('of different words differ, however many there are', () => {
    const seen = new Set<number>();
    for (let number = 0; number < 50_000; number++) {
      const [pair = 0] = wordPairsOf(`a${number.toString(36)} b`).pairs;
      seen.add(pair);
    }
    expect(seen.size).toBe(50_000);
  });
});
