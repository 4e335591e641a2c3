import { describe, expect, test } from '@jest/globals';
import { countTokens } from './count-tokens.ts';

describe('countTokens', () => {
  test('counts o200k tokens', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('hello world')).toBe(2);
  });

  test('special tokens are plain text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  test('an unbroken run is counted in pieces, never below its true length in whole words', () => {
    expect(countTokens('漢字'.repeat(5_000))).toBeGreaterThanOrEqual(5_000);
    expect(countTokens(`${'x'.repeat(300)} and words`)).toBeGreaterThan(countTokens('x and words'));
  });

  test('a long run beside words does not change how the words are counted', () => {
    const run = '-'.repeat(300);
    const plain = 'one two three, four five.';
    expect(countTokens(`${plain} ${run}`) - countTokens(run)).toBeGreaterThanOrEqual(countTokens(plain));
  });
});
