import { describe, expect, it } from '@jest/globals';
import { FIRST_PAGE, pageOf, rowsOf, wanting, withPage, type KnownPages } from './known-pages.ts';

const page = (rows: number, cursor: string | null) => ({
  items: Array.from({ length: rows }, (_, at) => at),
  pagination: { cursor },
});
const three: KnownPages = [page(100, 'b'), page(40, 'c'), page(100, 'd')].reduce(
  (known, each, at) => withPage(known, at, each),
  FIRST_PAGE,
);

describe('The pages of a list', () => {
  it('are known up to the next one to read, also if one of them is short', () => {
    expect(three).toMatchObject({
      places: [{}, { cursor: 'b' }, { cursor: 'c' }, { cursor: 'd' }],
      starts: [0, 100, 140, 240],
      end: undefined,
    });
    expect(withPage(three, 3, page(7, null)).end).toBe(247);
    expect(withPage(FIRST_PAGE, 0, { items: [1, 2], hasMore: true }).places).toEqual([{}, { offset: 2 }]);
  });

  it('stay known when one is read again without a change, and end where one has changed', () => {
    expect(withPage(three, 1, page(40, 'c'))).toBe(three);
    const whole = withPage(three, 3, page(7, null));
    expect(withPage(whole, 3, page(7, null))).toBe(whole);
    const changed = withPage({ ...whole, first: 2, last: 3 }, 0, page(100, 'b2'));
    expect(changed).toEqual({ places: [{}, { cursor: 'b2' }], starts: [0, 100], end: undefined, first: 1, last: 1 });
    expect(withPage(whole, 1, page(39, null))).toMatchObject({ starts: [0, 100], end: 139 });
  });

  it('are wanted if a row of them is near those in sight', () => {
    expect([0, 99, 100, 139, 140, 500].map((row) => pageOf(three, row))).toEqual([0, 0, 1, 1, 2, 3]);
    expect(wanting(three, -50, 120)).toMatchObject({ first: 0, last: 1 });
    expect(wanting(three, 130, 400)).toMatchObject({ first: 1, last: 3 });
    expect(wanting(FIRST_PAGE, 0, 20)).toBe(FIRST_PAGE);
  });

  it('leave a gap where one is not in memory', () => {
    expect(rowsOf([page(2, 'x'), undefined, page(3, null)])).toEqual({
      rows: [0, 1, 0, 1, 2],
      begins: [0, undefined, 2],
    });
  });
});
