import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { words } from '../text/words.ts';
import { NearDuplicates } from './near-duplicates.ts';
import { wordPairsOf } from './word-pairs.ts';

function repeats(first: string, second: string, numbersMatter = true): boolean {
  const seen = new NearDuplicates<string>({ numbersMatter });
  seen.repeated(wordPairsOf(first), 'first');
  return seen.repeated(wordPairsOf(second), 'second') === 'first';
}

describe('A repeat', () => {
  it('is found despite case, punctuation and one more word in a long text', () => {
    expect(repeats('Thanks a lot!', 'thanks a lot')).toBe(true);
    const long =
      'the nightly job copies every invoice of the day into the archive and then mails a short summary to the finance team';
    expect(repeats(long, `${long} again`)).toBe(true);
  });

  it('is not a text with another number, identifier or negation', () => {
    const text = 'the payment for order W100 was refunded to the card that was used by the customer for the purchase';
    expect(repeats(text, text.replace('W100', 'W101'))).toBe(false);
    expect(repeats('it works', "it doesn't work")).toBe(false);
  });

  it('is a text with other numbers if numbers do not matter', () => {
    expect(repeats('Update 17: all fees are waived', 'Update 19: all fees are waived', false)).toBe(true);
    expect(repeats('all fees are waived', 'all fees are not waived at all', false)).toBe(false);
  });

  it('is found among single words, and not among different signs', () => {
    expect(repeats('Yes', 'yes!')).toBe(true);
    expect(repeats('Yes', 'No')).toBe(false);
    expect(repeats('👍', '🎉')).toBe(false);
  });

  it('is found exactly when 85 % of the word pairs are the same, as by comparing with every earlier text', () => {
    const text = fc
      .array(fc.constantFrom('red', 'blue', 'ship', 'crane', 'W1'), { minLength: 4, maxLength: 12 })
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), (texts) => {
        const seen = new NearDuplicates<string>({ numbersMatter: true });
        const kept: string[] = [];
        for (const next of texts) {
          const expected = kept.some((earlier) => sameByPairs(earlier, next));
          expect(seen.repeated(wordPairsOf(next), next) !== undefined).toBe(expected);
          if (!expected) kept.push(next);
        }
      }),
    );
  });
});

function sameByPairs(a: string, b: string): boolean {
  const numbers = (text: string) =>
    words(text)
      .filter((word) => /\d/.test(word))
      .sort()
      .join(' ');
  const pairs = (text: string) =>
    new Set(
      words(text)
        .slice(1)
        .map((word, at) => `${words(text)[at] ?? ''} ${word}`),
    );
  const [one, two] = [pairs(a), pairs(b)];
  const common = [...one].filter((pair) => two.has(pair)).length;
  return numbers(a) === numbers(b) && common / (one.size + two.size - common) >= 0.85;
}
