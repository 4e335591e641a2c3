import { GROUPS, type PageDefinition } from './page-definition.ts';

const found = import.meta.glob<{ readonly pages: readonly PageDefinition[] }>('../pages/*/pages.ts', { eager: true });

const GROUP_SIZE = 1_000;

/** All pages: those that the `pages.ts` of each folder below `pages/` names. */
export const PAGES: readonly PageDefinition[] = Object.values(found)
  .flatMap(({ pages }) => pages)
  .sort((a, b) => placeOf(a) - placeOf(b));

function placeOf({ group, order = 0 }: PageDefinition): number {
  return (group === undefined ? GROUPS.length : GROUPS.indexOf(group)) * GROUP_SIZE + order;
}
