import type { Data, Input, Item, ListName } from '@strata/client/operation-types';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FIRST_PAGE, pageOf, rowsOf, wanting, withPage, type AnyPage, type KnownPages } from './known-pages.ts';
import { keyOf } from './query-keys.ts';
import { strata } from './strata.ts';

/** A list of any length, of which the rows near those in sight are in memory. */
export interface ListRows<Row> {
  /** The rows in memory, in the order of the list; there may be gaps. */
  readonly rows: readonly Row[];
  /** Where in `rows` a row of the list is; undefined if it is not in memory. */
  readonly positionOf: (row: number) => number | undefined;
  /** How many rows were read so far, also those that have left memory. */
  readonly known: number;
  /** How many there are at all, if the list says so. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  /** Says which rows are in sight: they and their neighbours are read, others leave memory. */
  readonly show: (first: number, last: number) => void;
  /** Reads the next page. */
  readonly readMore: () => void;
  readonly retry: () => void;
}

interface ListOptions<Row> {
  readonly isNeeded?: boolean;
  /** Reads what is in memory again so often while the page is visible. */
  readonly everyMs?: number;
  /** Whether everything that was read stays in memory, for a list that is looked through as a whole. */
  readonly keepsAll?: boolean;
  /** What is kept of a row: of a list whose rows may be large. The same function on every render. */
  readonly trim?: (row: Row) => Row;
}

const PAGE_SIZE = 100;
/** The rows beside those in sight that stay: more than a user scrolls while a page is read. */
const ROWS_BESIDE = 120;
/** How long a page stays that is out of reach, for those who scroll to and fro. */
const LEAVES_AFTER_MS = 10_000;

/** Reads a list page by page, as the user scrolls. `input` holds the filters. */
export function useCursorList<Name extends ListName>(
  operation: Name,
  input: Input<Name>,
  { isNeeded = true, everyMs, keepsAll = false, trim }: ListOptions<Item<Name>> = {},
): ListRows<Item<Name>> {
  const call = strata.api[operation] as unknown as (
    input: object,
    options: { signal: AbortSignal },
  ) => PromiseLike<Data<Name> & AnyPage>;
  const key = keyOf(operation, input);
  const name = JSON.stringify(key);
  const [state, setState] = useState({ name, known: FIRST_PAGE });
  const before = state.name === name ? state.known : FIRST_PAGE;
  const { pages, error, isLoading, retry } = useQueries({
    queries: before.places.slice(before.first, before.last + 1).map((place, at) => ({
      queryKey: [...key, trim === undefined ? 'page' : 'trimmed page', place],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AnyPage> => {
        const page = await call({ limit: PAGE_SIZE, ...input, ...place }, { signal });
        return trim === undefined ? page : { ...page, items: page.items.map((row) => trim(row as Item<Name>)) };
      },
      enabled: isNeeded,
      ...(before.first + at === 0 || keepsAll ? {} : { gcTime: LEAVES_AFTER_MS, staleTime: LEAVES_AFTER_MS }),
      ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    })),
    combine: combinePages,
  });
  const known = pages.reduce<KnownPages>(
    (sofar, page, at) => (page === undefined ? sofar : withPage(sofar, before.first + at, page)),
    before,
  );
  // A page says where the next one begins, which is then asked for without waiting for a render.
  if (known !== before) setState({ name, known });
  const { rows, begins } = useMemo(() => rowsOf(pages), [pages]);
  const { starts, first, end } = known;
  const want = (next: KnownPages): void => {
    if (next !== known) setState({ name, known: next });
  };
  const some = pages.find((page) => page !== undefined);
  return {
    rows: rows as readonly Item<Name>[],
    positionOf: (row) => {
      const page = pageOf(known, row);
      const begin = begins[page - first];
      const within = row - (starts[page] ?? 0);
      return begin !== undefined && within < (pages[page - first]?.items.length ?? 0) ? begin + within : undefined;
    },
    known: end ?? starts.at(-1) ?? 0,
    total: some?.pagination?.total ?? some?.total,
    isLoading: isLoading && starts.length === 1,
    error,
    hasMore: end === undefined,
    show: (top, bottom) => {
      const next = wanting(known, keepsAll ? 0 : top - ROWS_BESIDE, bottom + ROWS_BESIDE);
      if (!keepsAll || next.last > known.last) want(next);
    },
    readMore: () => want({ ...known, last: known.places.length - 1 }),
    retry,
  };
}

const combinePages = (results: readonly UseQueryResult<AnyPage>[]) => {
  const failed = results.filter(({ error }) => error !== null);
  return {
    pages: results.map(({ data }) => data),
    error: failed[0]?.error ?? null,
    isLoading: results.some((each) => each.isLoading) && results.every(({ data }) => data === undefined),
    retry: () => {
      for (const each of failed) void each.refetch();
    },
  };
};

/** A list that is here as a whole. */
export const wholeList = <Row>(rows: readonly Row[]): ListRows<Row> => ({
  rows,
  positionOf: (row) => row,
  known: rows.length,
  total: rows.length,
  isLoading: false,
  error: null,
  hasMore: false,
  show: () => undefined,
  readMore: () => undefined,
  retry: () => undefined,
});
