import type { TenantScope } from '@strata/kernel/tenant-scope';
import { keyOfDifference as keyOf, scopeOf, type Check, type Difference, type Selection } from './check.ts';

/** Names a thing of a tenant scope. */
export interface ItemKey extends TenantScope {
  readonly id: string;
}

/** The things on one side of a comparison. */
export interface Side<Item extends ItemKey> {
  /** All of them, page by page, each page of one moment. */
  pages(selection: Selection): AsyncIterable<readonly Item[]>;
  /** Those with these keys, of one moment. */
  find(keys: readonly ItemKey[]): Promise<readonly Item[]>;
}

export interface ItemComparison<Source extends ItemKey, Copy extends ItemKey> extends Pick<
  Check,
  'name' | 'compares' | 'advice' | 'repair'
> {
  readonly source: Side<Source>;
  readonly copy: Side<Copy>;
  /** What a pair has in common with a difference; undefined if it agrees, or if its copy is on its way. One of them may be missing. */
  readonly differ: (source: Source | undefined, copy: Copy | undefined) => string | undefined;
}

/** Differences are confirmed so many at a time. */
const PAGE = 1000;

/**
 * Compares the things of one service with the copies that another one has of them. The source of a page is read before
 * its copies: a copy is never behind a source whose change it has confirmed.
 */
export function itemCheck<Source extends ItemKey, Copy extends ItemKey>(
  comparison: ItemComparison<Source, Copy>,
): Check {
  const { name, compares, advice, repair, source, copy, differ } = comparison;

  const compare = (keys: readonly ItemKey[], sources: readonly Source[], copies: readonly Copy[]): Difference[] => {
    const sourceOf = new Map(sources.map((item) => [keyOf(item), item]));
    const copyOf = new Map(copies.map((item) => [keyOf(item), item]));
    return keys.flatMap((item) => {
      const key = keyOf(item);
      const message = differ(sourceOf.get(key), copyOf.get(key));
      const { tenantId, environment, id } = item;
      return message === undefined ? [] : [{ tenantId, environment, id, message }];
    });
  };

  return {
    name,
    compares,
    advice,
    ...(repair === undefined ? {} : { repair }),
    async *find(selection) {
      for await (const page of source.pages(selection)) yield* compare(page, page, await copy.find(page));
      // The other way round, only for what has no source.
      for await (const page of copy.pages(selection)) {
        const sources = await source.find(page);
        const known = new Set(sources.map(keyOf));
        const alone = page.filter((item) => !known.has(keyOf(item)));
        yield* compare(alone, [], alone);
      }
    },
    confirm: async (found) => {
      const still: Difference[] = [];
      for (let from = 0; from < found.length; from += PAGE) {
        const keys = found.slice(from, from + PAGE).map(toKey);
        const sources = await source.find(keys);
        still.push(...compare(keys, sources, await copy.find(keys)));
      }
      return still;
    },
  };
}

const toKey = (difference: Difference): ItemKey => ({ ...scopeOf(difference), id: difference.id });
