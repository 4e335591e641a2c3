import { describe, expect, it } from '@jest/globals';
import { textOf } from './item-text.ts';

describe('The text of an item', () => {
  it.each([
    ['food', { text: 'likes pizza' }, 'food: likes pizza'],
    ['prefs', { theme: 'dark', sizes: [1, 2], none: null }, 'prefs: theme: dark; sizes: 1; sizes: 2'],
    ['3f2a9c1e-7b2d-4e8f-9a1b-2c3d4e5f6a7b', { text: 'likes pizza' }, 'likes pizza'],
    ['deep', { a: { b: true, c: [] } }, 'deep: true'],
    ['empty', {}, 'empty: '],
  ])('has the key %s, unless it is a random one, and all values', (key, value, expected) => {
    expect(textOf(key, value)).toBe(expected);
  });

  it.each([
    [['title'], 'Knots'],
    [['chapters[*].name', 'title'], 'Bowline\nHitch\nKnots'],
    [['chapters[-1].name'], 'Hitch'],
    [['chapters[0]'], 'Bowline'],
    [['missing.field', 'title.length', 'none.of'], ''],
    [['$'], 'title: Knots\nchapters name: Bowline\nchapters name: Hitch'],
  ])('has only the fields that are named: %j', (index, expected) => {
    const value = { title: 'Knots', chapters: [{ name: 'Bowline' }, { name: 'Hitch' }], none: null };
    expect(textOf('key', value, index)).toBe(expected);
  });

  it('is empty without an index, and has an end', () => {
    expect(textOf('key', { text: 'words' }, false)).toBe('');
    const long = textOf('k', { text: 'x😀'.repeat(50_000) });
    expect(long.length).toBeLessThanOrEqual(40_000);
    expect(long).not.toMatch(/[\uD800-\uDBFF]$/u);
  });
});
