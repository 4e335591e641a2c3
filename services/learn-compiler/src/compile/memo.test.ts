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
