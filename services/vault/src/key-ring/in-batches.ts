const AT_ONCE = 10;

/** Runs `work` for each item, ten at a time: a key provider may be remote and limits its calls. */
export async function inBatches<Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE)
    done.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  return done;
}
