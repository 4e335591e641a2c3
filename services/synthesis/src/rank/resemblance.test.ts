import { describe, expect, it } from '@jest/globals';
import { resembles } from './resemblance.ts';

describe('A stem', () => {
  it.each([
    ['paint', 'painter'],
    ['restaurant', 'resturant'],
    ['receive', 'recieve'],
    ['colour', 'color'],
    ['banana', 'banama'],
  ])('resembles a form of itself: %s and %s', (a, b) => {
    expect(resembles(a, b)).toBe(true);
    expect(resembles(b, a)).toBe(true);
  });

  it.each([
    ['cat', 'category'],
    ['house', 'mouse'],
    ['w123456', 'w123457'],
    ['form', 'from'],
    ['bread', 'break'],
    ['comet', 'coemt'],
    ['planet', 'garden'],
  ])('does not resemble another word: %s and %s', (a, b) => {
    expect(resembles(a, b)).toBe(false);
  });
});
