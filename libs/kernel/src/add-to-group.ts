/** What `addToGroup` needs of a map, so that its groups can be typed as never empty: `Map<Key, [Item, ...Item[]]>`. */
interface Groups<Key, Item> {
  get(key: Key): Item[] | undefined;
  set(key: Key, group: [Item, ...Item[]]): unknown;
}

/** Adds an item to the group with this key, which begins with its first item. Returns the group. */
export function addToGroup<Key, Item>(groups: Groups<Key, Item>, key: Key, item: Item): readonly Item[] {
  const group = groups.get(key);
  if (group === undefined) {
    const first: [Item] = [item];
    groups.set(key, first);
    return first;
  }
  group.push(item);
  return group;
}
