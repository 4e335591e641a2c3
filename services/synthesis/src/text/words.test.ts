import { describe, expect, test } from '@jest/globals';
import { words } from './words.ts';

describe('words', () => {
  test('an identifier gives itself and its parts', () => {
    expect(words('call get_user_details')).toEqual(['call', 'get_user_details', 'get', 'user', 'details']);
    expect(words('getUserDetails')).toEqual(['getuserdetails', 'get', 'user', 'details']);
    expect(words('parseHTTPHeader')).toEqual(['parsehttpheader', 'parse', 'http', 'header']);
  });

  test('a possessive loses its ending, and a negation stays a word', () => {
    expect(words("Ada’s kids' toys don't break; I'll see")).toEqual([
      'ada',
      'kids',
      'toys',
      'do',
      'not',
      'break',
      'i',
      'see',
    ]);
  });

  test('a number keeps its separators, a sentence does not', () => {
    expect(words('v 3.14 at 10:30. Then 1,000.')).toEqual(['v', '3.14', 'at', '10:30', 'then', '1,000']);
    expect(words('see main.ts')).toEqual(['see', 'main', 'ts']);
  });

  test('accents and full-width forms are one with their normal forms', () => {
    expect(words('Ｃａｆe\u0301')).toEqual(['café']);
  });

  test('Chinese, Japanese and Korean give pairs of characters', () => {
    expect(words('北京大学')).toEqual(['北京', '京大', '大学']);
    expect(words('猫')).toEqual(['猫']);
    expect(words('iPhone15を買った')).toEqual(expect.arrayContaining(['iphone15', 'を買', '買っ', 'った']));
  });

  test('Thai is cut into words', () => {
    expect(words('แมวกินปลา').length).toBeGreaterThan(1);
  });

  test('blobs are no words, and the beginning of a huge text stands for it', () => {
    expect(words(`a ${'x'.repeat(65)} b`)).toEqual(['a', 'b']);
    expect(words('word '.repeat(100_000)).length).toBeLessThan(14_000);
  });
});
