import { expect, test } from '@jest/globals';
import { countTokens } from './count-tokens.ts';

test('plain text counts as the tokenizer counts it', () => {
  expect(countTokens('The payment failed twice.')).toBe(5);
});

test('the name of a special token counts as plain text', () => {
  expect(countTokens('They typed <|endoftext|> into the form.')).toBeGreaterThan(5);
});

test('a long run without a space is counted in full, in pieces', () => {
  expect(countTokens('a'.repeat(1024))).toBe(4 * countTokens('a'.repeat(256)));
  expect(countTokens(`${'x'.repeat(300)} and more`)).toBeGreaterThan(countTokens('x'.repeat(300)));
});
