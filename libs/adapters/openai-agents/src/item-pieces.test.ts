import type { Json } from '@strata/adapter-base/said';
import { describe, expect, it } from '@jest/globals';
import { inPieces, joined } from './item-pieces.ts';

describe('An item in pieces', () => {
  it.each<[string, Json]>([
    ['short', { type: 'message', content: [{ text: 'Hi' }, null, 1, true] }],
    ['long', { output: 'a😀'.repeat(50_000), more: ['b'.repeat(8_001), 'c'] }],
    ['half a character', { output: `${'a'.repeat(39_999)}\uD83D${'b'.repeat(10)}` }],
    ['halves only', { output: '\uD83D'.repeat(50_000) }],
  ])('is the item again when it is joined: %s', (_name, item) => {
    const parts = inPieces(item);
    expect(JSON.stringify(parts.item).length).toBeLessThan(10_000);
    expect(parts.pieces.every((piece) => piece.length <= 40_000)).toBe(true);
    expect(joined(parts)).toEqual(item);
  });

  it.each<[string, Json]>([
    ['a text', 'x'.repeat(4_100_000)],
    ['many texts', Array.from({ length: 30_000 }, () => 'text')],
  ])('is refused if %s is too large', (_name, item) => {
    expect(() => inPieces(item)).toThrow('too large');
  });
});
