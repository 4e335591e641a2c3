import { expect, test } from '@jest/globals';
import { countTokens } from './count-tokens.ts';

test('plain text costs what the tokenizer says', () => {
  expect(countTokens('The payment failed twice.')).toBe(5);
});

test('the name of a special token is text like any other', () => {
  expect(countTokens('They typed <|endoftext|> into the form.')).toBeGreaterThan(5);
});

test('a run without a space is counted piece by piece, all of it', () => {
  expect(countTokens('a'.repeat(1024))).toBe(4 * countTokens('a'.repeat(256)));
  expect(countTokens(`${'x'.repeat(300)} and more`)).toBeGreaterThan(countTokens('x'.repeat(300)));
});
