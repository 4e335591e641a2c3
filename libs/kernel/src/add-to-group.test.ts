import { expect, test } from '@jest/globals';
import { addToGroup } from './add-to-group.ts';

test('Items are grouped by their keys, in the order in which they come', () => {
  const groups = new Map<string, number[]>();
  const sizes = [1, 2, 3, 4].map((item) => addToGroup(groups, item % 2 === 0 ? 'even' : 'odd', item).length);
  expect([...groups]).toEqual([
    ['odd', [1, 3]],
    ['even', [2, 4]],
  ]);
  expect(sizes).toEqual([1, 1, 2, 2]);
});
