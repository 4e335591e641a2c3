const AT_ONCE = 10;

/** Does `work` for each, ten at once: a provider of keys may be far away, and takes only so many calls. */
export async function inBatches<Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    done.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  return done;
}
