/** The namespace and the agent that a data item belongs to. They decide which organizations govern it. */
export interface Place {
  readonly namespaceId: string | null;
  readonly agentId: string | null;
}

/** Items by place; places and items keep their order. */
export function groupByPlace<Item extends { readonly place: Place }>(
  items: readonly Item[],
): { place: Place; items: Item[] }[] {
  const places = new Map<string, { place: Place; items: Item[] }>();
  for (const item of items) {
    const { namespaceId, agentId } = item.place;
    const key = JSON.stringify([namespaceId, agentId]);
    const known = places.get(key) ?? { place: { namespaceId, agentId }, items: [] };
    places.set(key, known);
    known.items.push(item);
  }
  return [...places.values()];
}
