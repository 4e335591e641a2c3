import { describe, expect, it } from '@jest/globals';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import fc from 'fast-check';
import { atOnce } from '@strata/kernel/turns';
import { findJsonFault, positionOf } from './find-json-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('The fault in a text', () => {
  it.each([
    ['a word without quotes', '{"a": word}', 6],
    ['a key without quotes', '{a: 1}', 1],
    ['a comma before the end', '[1, 2, ]', 7],
    ['a comma before the end of an object', '{"a": 1, }', 9],
    ['a missing comma', '{"a": 1 "b": 2}', 8],
    ['a missing colon', '{"a" 1}', 5],
    ['the wrong bracket', '[1}', 2],
    ['a second value', '1 2', 2],
    ['a leading zero', '[01]', 2],
    ['a single quote', "['a']", 1],
    ['a line break in a string', '"a\nb"', 2],
    ['an unknown escape', String.raw`"a\x"`, 2],
    ['half an escape', String.raw`"\u12"`, 1],
    ['a separator of nothing', ',', 0],
    ['an end without a beginning', ']', 0],
    ['a missing end', '{"a": [1, 2', 11],
    ['a missing value', '{"a":', 5],
    ['an unfinished string', '"abc', 4],
    ['an empty text', '', 0],
    ['only white space', ' \n', 2],
  ])('is found: %s', (_title, text, offset) => {
    expect(atOnce(findJsonFault(text))).toBe(offset);
  });

  it('is found exactly where the parser finds one', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\n',
      'é',
    ];
    const nearlyJson = fc
      .tuple(fc.json(), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom('', ...pieces))
      .map(([text, at, removed, inserted]) => {
        const offset = at % (text.length + 1);
        return text.slice(0, offset) + inserted + text.slice(offset + removed);
      });
    const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((chosen) => chosen.join(''));
    fc.assert(
      fc.property(fc.oneof(nearlyJson, soup), (text) => {
        expectLabelled(text, atOnce(findJsonFault(text)) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is found in deep and in long texts', () => {
    expect(atOnce(findJsonFault('['.repeat(200_000)))).toBe(200_000);
    expect(atOnce(findJsonFault(`"${'x'.repeat(5_000_000)}`))).toBe(5_000_001);
    expect(atOnce(findJsonFault(`[${'"\\n",'.repeat(500_000)}`))).toBe(2_500_001);
  });
});

describe('A position', () => {
  it('counts lines and columns from 1', () => {
    expect(atOnce(positionOf('abc', 0))).toEqual({ line: 1, column: 1 });
    expect(atOnce(positionOf('{\r\n  "a": b', 9))).toEqual({ line: 2, column: 7 });
    expect(atOnce(positionOf('a\n\nb', 4))).toEqual({ line: 3, column: 2 });
  });
});
