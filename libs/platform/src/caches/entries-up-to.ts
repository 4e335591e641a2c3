/**
 * Options that bound an lru-cache by its number of entries. With its own option `max`, the cache reserves memory for all of them when it
 * is made; with these, its memory grows with the entries that it holds.
 */
export const entriesUpTo = (maxSize: number) => ({ maxSize, sizeCalculation: () => 1 });
