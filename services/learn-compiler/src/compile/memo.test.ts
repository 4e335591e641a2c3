import { expect, test } from '@jest/globals';
import { Memo } from './memo.ts';

const counted = () => {
  let times = 0;
  return { work: () => ++times, times: () => times };
};

test('work is done once for the same inputs, and again for others', () => {
  const memo = new Memo();
  const { work } = counted();
  const session = {};
  expect(memo.once('a', [session, 1], work)).toBe(1);
  memo.endRound();
  expect(memo.once('a', [session, 1], work)).toBe(1);
  expect(memo.once('a', [{}, 1], work)).toBe(2);
  expect(memo.once('a', [{}], work)).toBe(3);
  expect(memo.once('b', [session, 1], work)).toBe(4);
});

test('a result that a compilation did not use is forgotten', () => {
  const memo = new Memo();
  const { work, times } = counted();
  memo.once('a', [], work);
  memo.endRound();
  memo.endRound();
  memo.once('a', [], work);
  expect(times()).toBe(2);
});

test('a filter tests items from the first one that differs', () => {
  const memo = new Memo();
  const tested: number[] = [];
  const isEven = (n: number): boolean => {
    tested.push(n);
    return n % 2 === 0;
  };
  expect(memo.filter('even', [1, 2, 4, 5], isEven)).toEqual([2, 4]);
  memo.endRound();
  expect(memo.filter('even', [1, 2, 6, 5, 8], isEven)).toEqual([2, 6, 8]);
  expect(memo.filter('even', [1, 2], isEven)).toEqual([2]);
  expect(tested).toEqual([1, 2, 4, 5, 6, 5, 8]);
});
