import { byCodePoint } from './attributes.ts';
import type { Place } from './place.ts';

/** What a filter sees of an event, memory or artifact. `id` is null if it is not stored yet. */
export interface DataItem extends Place {
  readonly id: string | null;
  readonly tags: readonly string[];
  /** The end user whom it is about; absent or null without one. */
  readonly userId?: string | null;
}

/** A condition on one field of a data item. */
type Leaf =
  | { readonly on: 'id' | 'namespaceId' | 'agentId' | 'userId'; readonly among: readonly string[] }
  | { readonly on: 'namespaceId' | 'agentId' | 'userId'; readonly among: 'any' }
  /** One matching tag is enough. */
  | { readonly on: 'tags'; readonly among: readonly string[] }
  /** Compared by code point. */
  | { readonly on: 'tags'; readonly gte: string }
  | { readonly on: 'tags'; readonly lte: string };

/** A condition on a data item, evaluated in memory (`passes`) or as SQL (`filterSql`). Always true or false, never unknown. */
export type Filter =
  boolean | Leaf | { readonly not: Filter } | { readonly all: readonly Filter[] } | { readonly any: readonly Filter[] };

export const not = (filter: Filter): Filter => {
  if (typeof filter === 'boolean') return !filter;
  return 'not' in filter ? filter.not : { not: filter };
};

export function all(filters: readonly Filter[]): Filter {
  if (filters.includes(false)) return false;
  const parts = filters.flatMap((filter) => (typeof filter === 'object' && 'all' in filter ? filter.all : [filter]));
  const open = parts.filter((filter) => filter !== true);
  return open.length > 1 ? { all: open } : (open[0] ?? true);
}

export function any(filters: readonly Filter[]): Filter {
  if (filters.includes(true)) return true;
  const parts = filters.flatMap((filter) => (typeof filter === 'object' && 'any' in filter ? filter.any : [filter]));
  const open = united(parts.filter((filter) => typeof filter === 'object'));
  return open.length > 1 ? { any: open } : (open[0] ?? false);
}

/** Merges the lists of values of each field into one, at the position of the first. */
function united(filters: readonly Exclude<Filter, boolean>[]): Filter[] {
  const lists = new Map<string, string[]>();
  return filters.flatMap((filter): Filter[] => {
    if (!('among' in filter) || filter.among === 'any') return [filter];
    const list = lists.get(filter.on) ?? [];
    for (const value of filter.among) list.push(value);
    if (lists.has(filter.on)) return [];
    lists.set(filter.on, list);
    return [{ on: filter.on, among: list }];
  });
}

/** False for an empty list. */
export const among = (on: 'id' | 'namespaceId' | 'agentId' | 'userId' | 'tags', values: readonly string[]): Filter =>
  values.length === 0 ? false : { on, among: values };

export function passes(filter: Filter, item: DataItem): boolean {
  if (typeof filter === 'boolean') return filter;
  if ('not' in filter) return !passes(filter.not, item);
  if ('all' in filter) return filter.all.every((part) => passes(part, item));
  if ('any' in filter) return filter.any.some((part) => passes(part, item));
  const values = valuesOf(item, filter.on);
  if ('gte' in filter) return values.some((value) => byCodePoint(value, filter.gte) >= 0);
  if ('lte' in filter) return values.some((value) => byCodePoint(value, filter.lte) <= 0);
  return values.some((value) => filter.among === 'any' || filter.among.includes(value));
}

function valuesOf(item: DataItem, part: keyof DataItem): readonly string[] {
  if (part === 'tags') return item.tags;
  const value = item[part] ?? null;
  return value === null ? [] : [value];
}

/** Whether one of a filter's leaves satisfies `isSuch`. */
export function anyLeaf(filter: Filter, isSuch: (leaf: Leaf) => boolean): boolean {
  if (typeof filter === 'boolean') return false;
  if ('not' in filter) return anyLeaf(filter.not, isSuch);
  if ('all' in filter) return filter.all.some((part) => anyLeaf(part, isSuch));
  if ('any' in filter) return filter.any.some((part) => anyLeaf(part, isSuch));
  return isSuch(filter);
}

/** The filter with each leaf replaced. */
export function mapLeaves(filter: Filter, change: (leaf: Leaf) => Filter): Filter {
  if (typeof filter === 'boolean') return filter;
  if ('not' in filter) return not(mapLeaves(filter.not, change));
  if ('all' in filter) return all(filter.all.map((part) => mapLeaves(part, change)));
  if ('any' in filter) return any(filter.any.map((part) => mapLeaves(part, change)));
  return change(filter);
}

/** The ids that a filter names. */
export function namedIds(filter: Filter): string[] {
  const ids: string[] = [];
  anyLeaf(filter, (leaf) => {
    if (leaf.on === 'id') ids.push(...leaf.among);
    return false;
  });
  return [...new Set(ids)];
}

/** Whether a filter depends on one of these fields. */
export const looksAt = (filter: Filter, parts: readonly (keyof DataItem)[]): boolean =>
  anyLeaf(filter, ({ on }) => parts.includes(on));

/** Whether items of one place (namespace and agent) can differ in passing. */
export const dependsOnItem = (filter: Filter): boolean => looksAt(filter, ['id', 'tags']);
