import { expect, test } from '@jest/globals';
import { continuedFrom, decodeCursor, encodeCursor, paginationOf } from './cursor.ts';
import { digest } from './ids.ts';

test('a cursor decodes to the values it was made from', () => {
  expect(decodeCursor(encodeCursor([1789, 'key_ü']), ['number', 'string'])).toEqual([1789, 'key_ü']);
});

test.each(['', 'abc', `${encodeCursor([1])}x`, encodeCursor([1]).slice(2), encodeCursor(['1']), encodeCursor([1, 2])])(
  'a cursor that is damaged or from another list is rejected by name: %j',
  (cursor) => {
    expect(() => decodeCursor(cursor, ['number'])).toThrow(
      expect.objectContaining({ code: 'validation_error', details: [{ field: 'cursor', message: 'is damaged' }] }),
    );
  },
);

test.each([0.5, -1, 1e300])('a number that no row can have is rejected: %j', (forged) => {
  expect(() => decodeCursor(encodeCursor([forged]), ['number'])).toThrow('cursor is damaged');
});

test.each([0.5, -1, Date.parse('9999-12-31T23:59:59.999Z') + 1])(
  'a time that no row can have is rejected: %j',
  (forged) => {
    expect(() => decodeCursor(encodeCursor([forged]), ['time'])).toThrow('cursor is damaged');
  },
);

test.each(['', '{', '[1', 'null', '{"0":1,"length":1}'])('a forged cursor that is no list is rejected: %j', (json) => {
  const signed = Buffer.from(digest(['cursor', json]).slice(0, 8) + json).toString('base64url');
  expect(() => decodeCursor(signed, ['number'])).toThrow('cursor is damaged');
});

test('a text that no row can have is rejected', () => {
  expect(() => decodeCursor(encodeCursor(['\0']), ['string'])).toThrow('cursor is damaged');
});

test('the last page has no cursor', () => {
  expect(paginationOf({ last: 7, hasMore: false, total: 3 })).toEqual({ hasMore: false, cursor: null, total: 3 });
});

test('the next page takes over where the page before ended, and its total', () => {
  const { cursor } = paginationOf({ last: 7, hasMore: true, total: 30 });
  expect(continuedFrom(cursor ?? undefined)).toEqual({ last: 7, total: 30 });
});
