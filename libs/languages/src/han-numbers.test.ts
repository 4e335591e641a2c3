import { describe, expect, it } from '@jest/globals';
import { hanNumber } from './han-numbers.ts';

describe('A number in Chinese characters', () => {
  it.each([
    ['三天', 3],
    ['两周', 2],
    ['十日', 10],
    ['十二日', 12],
    ['二十日', 20],
    ['三十一日', 31],
    ['天', 0],
  ])('of %s is %i', (text, number) => {
    expect(hanNumber(text)).toBe(number);
  });
});
