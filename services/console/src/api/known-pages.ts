/** One answer of a list: by cursor, or for artifacts by offset. */
export interface AnyPage {
  readonly items: readonly unknown[];
  readonly pagination?: { readonly cursor: string | null; readonly total?: number };
  readonly hasMore?: boolean;
  readonly total?: number;
}

/** Where a page begins: a cursor or an offset; empty for the first one. */
export type Place = Readonly<Record<string, string | number>>;

/** What is known of the pages of a list, and which of them should be in memory. */
export interface KnownPages {
  readonly places: readonly Place[];
  /** The number of rows before each page. */
  readonly starts: readonly number[];
  /** The number of rows of the whole list, once its last page was read. */
  readonly end: number | undefined;
  readonly first: number;
  readonly last: number;
}

export const FIRST_PAGE: KnownPages = { places: [{}], starts: [0], end: undefined, first: 0, last: 0 };

/**
 * Learns from a page where the next one begins. If that differs from before, rows came or went, and what was known of later pages
 * is forgotten.
 */
export function withPage(known: KnownPages, at: number, page: AnyPage): KnownPages {
  const { places, starts, first, last } = known;
  const after = (starts[at] ?? 0) + page.items.length;
  const next = placeAfter(page, after);
  const isKnown =
    next === undefined
      ? known.end === after && places.length === at + 1
      : starts[at + 1] === after && JSON.stringify(places[at + 1]) === JSON.stringify(next);
  if (isKnown) return known;
  const more = next === undefined ? [] : [next];
  const length = at + 1 + more.length;
  return {
    places: [...places.slice(0, at + 1), ...more],
    starts: [...starts.slice(0, at + 1), ...more.map(() => after)],
    end: next === undefined ? after : undefined,
    first: Math.min(first, length - 1),
    last: Math.min(last, length - 1),
  };
}

function placeAfter(page: AnyPage, offset: number): Place | undefined {
  const cursor = page.pagination?.cursor;
  if (typeof cursor === 'string') return { cursor };
  return page.hasMore === true ? { offset } : undefined;
}

/** The page in which a row is; the last known one for those after it. */
export function pageOf({ starts }: KnownPages, row: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Wants the pages from one row to another. */
export function wanting(known: KnownPages, top: number, bottom: number): KnownPages {
  const [first, last] = [pageOf(known, top), pageOf(known, bottom)];
  return first === known.first && last === known.last ? known : { ...known, first, last };
}

/** The rows of the pages in memory, and where in them those of each page begin; undefined for a page that is not in memory. */
export function rowsOf(pages: readonly (AnyPage | undefined)[]): {
  readonly rows: readonly unknown[];
  readonly begins: readonly (number | undefined)[];
} {
  const rows: unknown[] = [];
  const begins = pages.map((page) => {
    if (page === undefined) return undefined;
    const begin = rows.length;
    for (const item of page.items) rows.push(item);
    return begin;
  });
  return { rows, begins };
}
