/** Where something lies and whose it is: by it is told which organizations have a say. */
export interface Place {
  readonly namespaceId: string | null;
  readonly agentId: string | null;
}

/** Things by their places; places and things in the order in which they came. */
export function groupByPlace<Thing extends { readonly place: Place }>(
  things: readonly Thing[],
): { place: Place; things: Thing[] }[] {
  const places = new Map<string, { place: Place; things: Thing[] }>();
  for (const thing of things) {
    const { namespaceId, agentId } = thing.place;
    const key = JSON.stringify([namespaceId, agentId]);
    const known = places.get(key) ?? { place: { namespaceId, agentId }, things: [] };
    places.set(key, known);
    known.things.push(thing);
  }
  return [...places.values()];
}
