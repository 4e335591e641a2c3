import { continuedFrom } from '@strata/kernel/cursor';
import type { PageRequest } from './store.ts';

interface PagingQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * The page that a list without filters is asked for. A query with any other field does not type-check here: its store
 * has to take that field. Errors: `validation_error` for a damaged cursor.
 */
export const requestedPage = <Query extends PagingQuery>({
  limit,
  cursor,
}: Query & Readonly<Record<Exclude<keyof Query, keyof PagingQuery>, never>>): PageRequest => ({
  limit,
  after: continuedFrom(cursor),
});
