import { describe, expect, it } from '@jest/globals';
import { nearness, readDates } from './date-mentions.ts';

describe('A query', () => {
  it.each([
    ['what happened on 2023-05-08', { year: 2023, month: 4, day: 8 }],
    ['on 8 May 2023', { year: 2023, month: 4, day: 8 }],
    ['on May 8th, 2023', { year: 2023, month: 4, day: 8 }],
    ['on the 3rd of October', { year: null, month: 9, day: 3 }],
    ['in june', { year: null, month: 5, day: null }],
    ['in May', { year: null, month: 4, day: null }],
    ['in 2022', { year: 2022, month: null, day: null }],
    ['2023年5月', { year: 2023, month: 4, day: null }],
    ['五月十二日は何をしましたか', { year: null, month: 4, day: 12 }],
    ['11月3号', { year: null, month: 10, day: 3 }],
  ])('with "%s" names a date', (query, mention) => {
    expect(readDates(query).found).toEqual([mention]);
  });

  it('with everyday words and amounts names no date', () => {
    expect(readDates('may I order 300 of them, 10:30 at the latest').found).toEqual([]);
    expect(readDates('part 1234-00-10').found).toEqual([]);
  });

  it('names several dates', () => {
    expect(readDates('between June and August 2022').found).toHaveLength(2);
  });
});

describe('The nearness of a moment', () => {
  const at = Date.UTC(2023, 4, 8, 12);

  it('is 2 on the same day, 1 in the same month and 0 in another', () => {
    expect(nearness(at, { year: 2023, month: 4, day: 8 })).toBe(2);
    expect(nearness(at, { year: null, month: 4, day: 20 })).toBe(1);
    expect(nearness(at, { year: 2023, month: 5, day: 8 })).toBe(0);
    expect(nearness(at, { year: 2022, month: 4, day: 8 })).toBe(0);
  });
});
