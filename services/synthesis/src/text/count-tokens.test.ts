import { describe, expect, it } from '@jest/globals';
import { countTokens } from './count-tokens.ts';

describe('A token count', () => {
  it('counts o200k tokens', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('hello world')).toBe(2);
  });

  it('counts special tokens as plain text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('counts an unbroken run in pieces, never below its true length', () => {
    expect(countTokens('漢字'.repeat(5_000))).toBeGreaterThanOrEqual(5_000);
    expect(countTokens(`${'x'.repeat(300)} and words`)).toBeGreaterThan(countTokens('x and words'));
  });

  it('counts words the same beside a long run', () => {
    const run = '-'.repeat(300);
    const plain = 'one two three, four five.';
    expect(countTokens(`${plain} ${run}`) - countTokens(run)).toBeGreaterThanOrEqual(countTokens(plain));
  });
});
