/** Adds an item to the group with this key, which begins with its first item. Returns the group. */
export function addToGroup<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): readonly Item[] {
  const group = groups.get(key);
  if (group === undefined) {
    const first = [item];
    groups.set(key, first);
    return first;
  }
  group.push(item);
  return group;
}
