import { describe, expect, test } from '@jest/globals';
import { isoDateOrInstant } from './instant.ts';

describe('a date, or a date and time', () => {
  test.each([
    ['2026-11-22', '2026-11-22T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['2026-11-22T09:30:00+02:00', '2026-11-22T09:30:00+02:00'],
  ])('%s is the instant %s, and that is itself', (given, instant) => {
    const parsed = isoDateOrInstant.parse(given);
    expect([parsed, isoDateOrInstant.parse(parsed)]).toEqual([instant, instant]);
  });

  test.each(['2026-02-30', '2026-13-01', '0000-01-01', '2026-11', '22.11.2026', '2026-11-22T09:30', '', 'today'])(
    '%j is neither',
    (text) => {
      expect(isoDateOrInstant.safeParse(text).success).toBe(false);
    },
  );
});
