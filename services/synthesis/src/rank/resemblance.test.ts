import { describe, expect, test } from '@jest/globals';
import { resembles } from './resemblance.ts';

describe('resembles', () => {
  test.each([
    ['paint', 'painter'],
    ['restaurant', 'resturant'],
    ['receive', 'recieve'],
    ['colour', 'color'],
    ['banana', 'banama'],
  ])('%s and %s', (a, b) => {
    expect(resembles(a, b)).toBe(true);
    expect(resembles(b, a)).toBe(true);
  });

  test.each([
    ['cat', 'category'],
    ['house', 'mouse'],
    ['w123456', 'w123457'],
    ['form', 'from'],
    ['planet', 'garden'],
  ])('not %s and %s', (a, b) => {
    expect(resembles(a, b)).toBe(false);
  });
});
