const DIGITS = new Map(Array.from('一二三四五六七八九').map((digit, i) => [digit, i + 1]));
const TEN = 10;

/** Characters of numbers of any size, for a character class: Chinese, Japanese and digits. */
export const HAN_NUMERALS = '零〇一二三四五六七八九十百千万億亿两\\d';

/** The pattern of a number from 1 to 99 in Chinese characters. */
export const HAN_NUMBER = '[一二两兩三四五六七八九十]{1,3}';

/** The first number from 1 to 99 in Chinese characters in a text; 0 without one. */
export function hanNumber(text: string): number {
  const written = new RegExp(HAN_NUMBER, 'u').exec(text)?.[0].replace(/[两兩]/u, '二') ?? '';
  const [tens, ones] = written.includes('十') ? written.split('十') : ['', written];
  const digit = (character: string | undefined): number => DIGITS.get(character ?? '') ?? 0;
  return (written.includes('十') ? TEN * (tens === '' ? 1 : digit(tens)) : 0) + digit(ones);
}
