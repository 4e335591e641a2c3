import type { Data, Input, Item, ListName } from '@strata/client/operation-types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf } from './query-keys.ts';
import { strata } from './strata.ts';

/** The rows of a list that are read so far. */
export interface ListRows<Row> {
  readonly rows: readonly Row[];
  /** How many there are at all, if the list says so. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  /** Reads the next page. */
  readonly readMore: () => void;
  readonly retry: () => void;
}

interface AnyPage {
  readonly items: readonly unknown[];
  readonly pagination?: { readonly cursor: string | null; readonly total?: number };
  readonly hasMore?: boolean;
  readonly total?: number;
}

/** Where a page begins: a cursor, or for artifacts an offset. */
type Place = Readonly<Record<string, string | number>>;

const PAGE_SIZE = 100;

/** Reads the next page of a list when the reader scrolls to its end. `input` holds the filters. */
export function useCursorList<Name extends ListName>(
  operation: Name,
  input: Input<Name>,
  { isNeeded = true, everyMs }: { readonly isNeeded?: boolean; readonly everyMs?: number } = {},
): ListRows<Item<Name>> {
  const call = strata.api[operation] as unknown as (
    input: object,
    options: { signal: AbortSignal },
  ) => PromiseLike<Data<Name> & AnyPage>;
  const query = useInfiniteQuery({
    queryKey: [...keyOf(operation, input), 'pages'],
    queryFn: async ({ pageParam, signal }) => await call({ limit: PAGE_SIZE, ...input, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: (page: AnyPage, pages: readonly AnyPage[]): Place | undefined => {
      const cursor = page.pagination?.cursor;
      if (typeof cursor === 'string') return { cursor };
      return page.hasMore === true ? { offset: pages.reduce((sum, { items }) => sum + items.length, 0) } : undefined;
    },
    enabled: isNeeded,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const rows = useMemo(() => (data?.pages ?? []).flatMap(({ items }) => items as readonly Item<Name>[]), [data]);
  const [first] = data?.pages ?? [];
  return {
    rows,
    total: first?.pagination?.total ?? first?.total,
    isLoading: query.isLoading,
    error,
    hasMore: hasNextPage,
    readMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    retry: () => void refetch(),
  };
}
