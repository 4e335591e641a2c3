import type { TenantScope } from '@strata/kernel/tenant-scope';
import { partitionMark } from '../indexing/lexemes.ts';

type OpenQuery =
  | { readonly holds: string }
  | { readonly without: string }
  | { readonly both: readonly OpenQuery[] }
  | { readonly either: readonly OpenQuery[] };

/** What the terms of an entry must be like. */
export type TermQuery = boolean | OpenQuery;

export function both(queries: readonly TermQuery[]): TermQuery {
  if (queries.includes(false)) return false;
  const open = distinct(queries.filter(isOpen));
  return open.length > 1 ? { both: open } : (open[0] ?? true);
}

export function either(queries: readonly TermQuery[]): TermQuery {
  if (queries.includes(true)) return true;
  const open = distinct(queries.filter(isOpen));
  return open.length > 1 ? { either: open } : (open[0] ?? false);
}

/**
 * A query as PostgreSQL's tsquery input, over the marked lexemes of the partition.
 * @returns null where nothing can match
 * @throws Error for a query that everything matches: the index, which is of all tenants, would be walked from end to end.
 */
export function toTsquery(scope: TenantScope, query: TermQuery): string | null {
  if (query === false) return null;
  if (query === true) throw new Error('A search must name some term');
  return written(partitionMark(scope), query);
}

/** What is said twice is said once: filters of memories and artifacts are much alike. */
const distinct = (queries: readonly OpenQuery[]): OpenQuery[] =>
  queries.length < 2 ? [...queries] : [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];

const isOpen = (query: TermQuery): query is OpenQuery => typeof query !== 'boolean';

function written(mark: string, query: OpenQuery): string {
  if ('holds' in query) return quote(mark + query.holds);
  if ('without' in query) return `!${quote(mark + query.without)}`;
  if ('both' in query) return `(${query.both.map((part) => written(mark, part)).join('&')})`;
  return `(${query.either.map((part) => written(mark, part)).join('|')})`;
}

/** A lexeme quoted as PostgreSQL's tsquery input wants it. */
const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
