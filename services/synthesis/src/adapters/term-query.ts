import type { TenantScope } from '@strata/kernel/tenant-scope';
import { scopeMark } from '../indexing/lexemes.ts';

/** A condition that some entries meet and others do not. */
type OpenQuery =
  | { readonly holds: string }
  | { readonly without: string }
  | { readonly allOf: readonly OpenQuery[] }
  | { readonly anyOf: readonly OpenQuery[] };

/** A condition on the terms of an entry. */
export type TermQuery = boolean | OpenQuery;

export function allOf(queries: readonly TermQuery[]): TermQuery {
  if (queries.includes(false)) return false;
  const open = distinct(queries.filter(isOpen));
  return open.length > 1 ? { allOf: open } : (open[0] ?? true);
}

export function anyOf(queries: readonly TermQuery[]): TermQuery {
  if (queries.includes(true)) return true;
  const open = distinct(queries.filter(isOpen));
  return open.length > 1 ? { anyOf: open } : (open[0] ?? false);
}

/**
 * A query as PostgreSQL's tsquery input over the lexemes of the tenant scope; null if no entry can match. Throws for a
 * query that every entry matches: it would walk the whole index, which all tenants share.
 */
export function toTsquery(scope: TenantScope, query: TermQuery): string | null {
  if (query === false) return null;
  if (query === true) throw new Error('A search needs at least one term');
  return serialize(scopeMark(scope), query);
}

/** Without repeats: the filters of memories and of artifacts are much alike. */
const distinct = (queries: readonly OpenQuery[]): OpenQuery[] =>
  queries.length < 2 ? [...queries] : [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];

const isOpen = (query: TermQuery): query is OpenQuery => typeof query !== 'boolean';

function serialize(mark: string, query: OpenQuery): string {
  if ('holds' in query) return quote(mark + query.holds);
  if ('without' in query) return `!${quote(mark + query.without)}`;
  if ('allOf' in query) return `(${query.allOf.map((part) => serialize(mark, part)).join('&')})`;
  return `(${query.anyOf.map((part) => serialize(mark, part)).join('|')})`;
}

/** A lexeme quoted for PostgreSQL's tsquery input. */
const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
