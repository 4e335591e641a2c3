import { describe, expect, it } from '@jest/globals';
import { atOnce } from '@strata/kernel/turns';
import { seeded } from '@strata/testkit/seeded-random';
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from './parse-json.ts';

const LONG = 300_000;
const many = (part: string, length = LONG): string => part.repeat(Math.ceil(length / part.length));

/** What both parsers make of a text. */
function both(text: string): readonly [unknown, unknown] {
  const outcomeOf = (parse: () => unknown): unknown => {
    try {
      return parse();
    } catch (error) {
      return error instanceof SyntaxError ? 'no JSON' : error;
    }
  };
  return [outcomeOf(() => atOnce(parseJson(text))), outcomeOf(() => JSON.parse(text))];
}

describe('A long text is parsed like a short one', () => {
  it.each([
    ['an array of objects', `[${many('{},')}{}]`],
    ['an object of arrays', `{"a":[${many('[],')}1],"b":{"c":[${many('1,')}2]},"d":"x"}`],
    [
      'members with white space',
      `  {\n "a" : [ ${many('1 , ')} 2 ] ,\t"b" : { } , "c" : [ ${many('"\\"]" , ')} 3 ] } \n`,
    ],
    ['keys that occur twice', `{"a":1,"b":[${many('1,')}2],"a":2,"b":[${many('3,')}4]}`],
    ['the key __proto__', `{"__proto__":{"x":[${many('1,')}2]},"a":{"__proto__":[${many('1,')}2]}}`],
    ['many keys', `{${Array.from({ length: 40_000 }, (_, n) => `"k${String(n)}":${String(n)}`).join(',')}}`],
    ['long strings', `["${many('x')}","${many('\\\\')}","${many('\\"')}",{"a":"${many('\\u00e9')}"}]`],
    ['a string', `"${many('x')}"`],
    ['nested arrays', `${many('[', 70)}${many('1,')}2${many(']', 70)}`],
  ])('%s', (_, text) => {
    const [value, expected] = both(text);
    expect(expected).not.toBe('no JSON');
    // Jest takes seconds to compare so many values.
    expect(isDeepStrictEqual(value, expected)).toBe(true);
    expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
  });

  it('and damaged ones are refused alike, wherever the damage is', () => {
    const random = seeded(7);
    const text = `{"events":[{"a":[${many('{"b":[1,"x"]},', 150_000)}2]},${many('"y",', 150_000)}3],"c":{"d":[]}}`;
    const pieces = ['', ',', '"', '[', ']', '{', '}', ':', '\\', ' ', '0', 'x', '__proto__'] as const;
    let refused = 0;
    for (let nth = 0; nth < 75; nth += 1) {
      const at = nth % 3 === 0 ? Math.floor(random() * 40) : Math.floor(random() * text.length);
      const from = nth % 2 === 0 ? at : text.length - 1 - at;
      const piece = pieces[Math.floor(random() * pieces.length)] ?? '';
      const damaged = text.slice(0, from) + piece + text.slice(from + Math.floor(random() * 3));
      const [value, expected] = both(damaged);
      expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
      if (expected === 'no JSON') refused += 1;
    }
    expect(refused).toBeGreaterThan(25);
  });

  it.each([
    `[${many(' ')},1]`,
    `[${many('1,')}]`,
    `[1,${many('[],')}]`,
    `{${many(' ')},"a":1}`,
    `{"a":[${many('1,')}2],}`,
    `[[${many('1,')}2] 3]`,
    `[3 [${many('1,')}2]]`,
    `{"a" [${many('1,')}2]}`,
    `{[${many('1,')}2]}`,
    `[${many('1,')}2}`,
    `[${many('1,')}2] 3`,
    `[${many('1,')}2`,
    `["${many('1,')}`,
  ])('%#: text that is no JSON', (text) => {
    expect(both(text)).toEqual(['no JSON', 'no JSON']);
  });

  it('but not if it is nested very deeply, or has very many keys', () => {
    expect(() => atOnce(parseJson(`${many('[', 100)}${many('1,')}2${many(']', 100)}`))).toThrow(RangeError);
    const keys = Array.from({ length: 120_000 }, (_, n) => `"k${String(n)}":1`).join(',');
    expect(() => atOnce(parseJson(`[1,{${keys}}]`))).toThrow(RangeError);
  });

  it('with pauses after every piece', () => {
    let pauses = 0;
    for (const work = parseJson(`[${many('{},', 2_000_000)}{}]`); work.next().done !== true;) pauses += 1;
    expect(pauses).toBeGreaterThan(10);
  });
});
