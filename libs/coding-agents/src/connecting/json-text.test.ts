import { describe, expect, it } from '@jest/globals';
import { insertIn, removeAt, replaceAt } from './json-text.ts';

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

describe('A change of a JSON text', () => {
  it.each([
    ['{}', '{\n  "a": 1\n}'],
    ['{"b":2}', '{"b":2, "a": 1}'],
    ['{\n}\n', '{\n  "a": 1\n}\n'],
    ['{\n\t"b": 2, // two\n}\n', '{\n\t"b": 2,\n\t"a": 1, // two\n}\n'],
    ['{\r\n    "b": [\r\n    ]\r\n}', '{\r\n    "b": [\r\n    ],\r\n    "a": 1\r\n}'],
    ['{ /* none */ }', '{\n  "a": 1\n /* none */ }'],
  ])('adds a property to %j as its neighbours are laid out, and takes it out again', (text, expected) => {
    const added = insertIn(text, [], 'a', 1);
    expect(added).toBe(expected);
    expect(withoutSpace(removeAt(added, ['a']))).toBe(withoutSpace(text));
  });

  it.each([
    ['[1, 2, 3]', 0, '[ 2, 3]'],
    ['[1, 2, 3]', 1, '[1, 3]'],
    ['[1, 2, 3]', 2, '[1, 2]'],
    ['[1]', 0, '[]'],
    ['[ 1, ]', 0, '[]'],
    ['[1, /* of two */ 2]', 1, '[1 /* of two */]'],
    ['[1, // one\n 2, // two\n 3]', 1, '[1 // one, // two\n 3]'],
  ])('removes from %j the element %d, and no comment', (list, at, expected) => {
    expect(removeAt(`{"l": ${list}}`, ['l', at])).toBe(`{"l": ${expected}}`);
  });

  it('replaces a value where it stands', () => {
    expect(replaceAt('{"a": {"b": 1} /* b */, "c": 3}', ['a'], [2])).toBe('{"a": [2] /* b */, "c": 3}');
  });
});
