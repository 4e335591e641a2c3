import type { Data } from '@strata/client/strata';

export type Pack = Data<'synthesize'>;
export type Section = Pack['sections'][number];
export type Excluded = NonNullable<Pack['excluded']>[number];
export type Lane = NonNullable<Section['lane']>;

const PAGES: Readonly<Record<string, readonly [kind: string, list: string]>> = {
  mem: ['Memory', 'memories'],
  art: ['Artifact', 'learned'],
  evt: ['Event', 'events'],
};

/** What a source is, and the page that shows it; undefined for a source of a newer service. */
export function sourcePage(source: string): { readonly kind: string; readonly path: string } | undefined {
  const page = PAGES[source.slice(0, source.indexOf('_'))];
  return page === undefined ? undefined : { kind: page[0], path: `/${page[1]}/${encodeURIComponent(source)}` };
}

/** The parts of a pack, as the pack names them to an agent. */
export const LANES: Readonly<Record<Lane, string>> = {
  instruction: 'How the user wants work done',
  guide: 'Rules and procedures',
  fix: 'Fixes',
  evidence: 'What was said and found',
};

/** Neighbours with the same key together, in their order. */
export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): readonly (readonly [Key, readonly Item[]])[] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}
