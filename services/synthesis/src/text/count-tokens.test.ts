import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countTokens as countEncoded } from 'gpt-tokenizer/encoding/o200k_base';
import { countTokens } from './count-tokens.ts';

describe('A token count', () => {
  it('counts o200k tokens', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('hello world')).toBe(2);
  });

  it('counts lines as the encoding counts them together, whatever stands at their ends', () => {
    const part = fc.constantFrom(
      '\n',
      '\r',
      ' ',
      '\t',
      '\u2028',
      '/',
      '.',
      '"',
      '#',
      '7',
      'é',
      'Ada:',
      "n't",
      '漢',
      '👍',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        expect(countTokens(text)).toBe(countEncoded(text));
        expect(countTokens(text)).toBe(countEncoded(text));
      }),
      { numRuns: 1_000 },
    );
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
