import { byCodePoint } from './attributes.ts';
import type { Place } from './place.ts';

/** A memory, artifact or event as a filter looks at it. `id` is null for what has none yet. */
export interface DataItem extends Place {
  readonly id: string | null;
  readonly tags: readonly string[];
}

/** A condition on one part of a subject. */
type Leaf =
  | { readonly on: 'id' | 'namespaceId' | 'agentId'; readonly among: readonly string[] }
  | { readonly on: 'namespaceId' | 'agentId'; readonly among: 'any' }
  /** One tag is enough. */
  | { readonly on: 'tags'; readonly among: readonly string[] }
  /** By code point. */
  | { readonly on: 'tags'; readonly gte: string }
  | { readonly on: 'tags'; readonly lte: string };

/** A condition on a subject, to be met row by row in memory (`passes`) or in SQL. Always true or false, never unknown. */
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

/** What one part may be is one list, where the first of its lists stood. */
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

/** Nothing is among none. */
export const among = (on: 'id' | 'namespaceId' | 'agentId' | 'tags', values: readonly string[]): Filter =>
  values.length === 0 ? false : { on, among: values };

export function passes(filter: Filter, subject: DataItem): boolean {
  if (typeof filter === 'boolean') return filter;
  if ('not' in filter) return !passes(filter.not, subject);
  if ('all' in filter) return filter.all.every((part) => passes(part, subject));
  if ('any' in filter) return filter.any.some((part) => passes(part, subject));
  const values = valuesOf(subject, filter.on);
  if ('gte' in filter) return values.some((value) => byCodePoint(value, filter.gte) >= 0);
  if ('lte' in filter) return values.some((value) => byCodePoint(value, filter.lte) <= 0);
  return values.some((value) => filter.among === 'any' || filter.among.includes(value));
}

function valuesOf(subject: DataItem, part: keyof DataItem): readonly string[] {
  if (part === 'tags') return subject.tags;
  const value = subject[part];
  return value === null ? [] : [value];
}

/** Whether one of the conditions that a filter is made of is such a one. */
export function anyLeaf(filter: Filter, isSuch: (leaf: Leaf) => boolean): boolean {
  if (typeof filter === 'boolean') return false;
  if ('not' in filter) return anyLeaf(filter.not, isSuch);
  if ('all' in filter) return filter.all.some((part) => anyLeaf(part, isSuch));
  if ('any' in filter) return filter.any.some((part) => anyLeaf(part, isSuch));
  return isSuch(filter);
}

/** The same filter, of other conditions. */
export function mapLeaves(filter: Filter, change: (leaf: Leaf) => Filter): Filter {
  if (typeof filter === 'boolean') return filter;
  if ('not' in filter) return not(mapLeaves(filter.not, change));
  if ('all' in filter) return all(filter.all.map((part) => mapLeaves(part, change)));
  if ('any' in filter) return any(filter.any.map((part) => mapLeaves(part, change)));
  return change(filter);
}

/** Whether a filter looks at these parts of a subject at all. */
export const looksAt = (filter: Filter, parts: readonly (keyof DataItem)[]): boolean =>
  anyLeaf(filter, ({ on }) => parts.includes(on));

/** Whether the place alone does not say what passes: namespace and agent. */
export const isByRow = (filter: Filter): boolean => looksAt(filter, ['id', 'tags']);
