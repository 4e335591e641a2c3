import { describe, expect, it } from '@jest/globals';
import { words } from './words.ts';

describe('The words of a text', () => {
  it('contain an identifier and its parts', () => {
    expect(words('call get_user_details')).toEqual(['call', 'get_user_details', 'get', 'user', 'details']);
    expect(words('getUserDetails')).toEqual(['getuserdetails', 'get', 'user', 'details']);
    expect(words('parseHTTPHeader')).toEqual(['parsehttpheader', 'parse', 'http', 'header']);
  });

  it('contain a possessive without its ending, and a negation as a word', () => {
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

  it('contain the separators of a number, and not those of a sentence', () => {
    expect(words('v 3.14 at 10:30. Then 1,000.')).toEqual(['v', '3.14', 'at', '10:30', 'then', '1,000']);
    expect(words('see main.ts')).toEqual(['see', 'main', 'ts']);
  });

  it('contain accents and full-width forms in their normal form', () => {
    expect(words('Ｃａｆe\u0301')).toEqual(['café']);
    expect(words('night\u200Bly ex\u00ADport')).toEqual(['nightly', 'export']);
  });

  it('are pairs of characters in Chinese, Japanese and Korean', () => {
    expect(words('北京大学')).toEqual(['北京', '京大', '大学']);
    expect(words('猫')).toEqual(['猫']);
    expect(words('iPhone15を買った')).toEqual(expect.arrayContaining(['iphone15', 'を買', '買っ', 'った']));
  });

  it('are found in Thai, which has no spaces', () => {
    expect(words('แมวกินปลา').length).toBeGreaterThan(1);
  });

  it('leave out blobs, and the end of a huge text', () => {
    expect(words(`a ${'x'.repeat(65)} b`)).toEqual(['a', 'b']);
    expect(words('word '.repeat(100_000)).length).toBeLessThan(14_000);
  });
});
