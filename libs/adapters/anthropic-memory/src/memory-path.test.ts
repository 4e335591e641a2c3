import { describe, expect, it } from '@jest/globals';
import { isWithin, readPath } from './memory-path.ts';

describe('A path of the memory tool', () => {
  it.each([
    ['/memories', ''],
    ['/memories/', ''],
    ['/memories/a.txt', 'a.txt'],
    ['/memories//a/./b.txt', 'a/b.txt'],
    ['/memories/..a', '..a'],
  ])('%s names %j', (path, expected) => expect(readPath(path)).toBe(expected));

  it.each([
    ['/etc/passwd', 'must start with /memories'],
    ['memories/a', 'must start with /memories'],
    ['/memories_backup/a', 'must start with /memories'],
    ['/memories/../../../etc/passwd', 'would escape /memories directory'],
    ['/memories/../memories_backup/a', 'would escape /memories directory'],
    ['/memories_backup/../a', 'would escape /memories directory'],
    ['/memories/a\nb', 'no control characters'],
    [`/memories/${'a'.repeat(500)}`, 'at most 500 characters'],
  ])('%j is rejected', (path, reason) => expect(() => readPath(path)).toThrow(reason));

  it('is in a directory, but not in one with a similar name', () => {
    expect(['a', 'a/b', 'ab', 'b/a'].map((path) => isWithin(path, 'a'))).toEqual([true, true, false, false]);
  });
});
