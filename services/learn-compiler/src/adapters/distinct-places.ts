interface PlaceColumns {
  readonly agentId: string;
  readonly namespaceId: string;
}

/** Each place once, in one order everywhere: transactions that lock several learning scopes cannot deadlock. */
export function distinctPlaces<Row extends PlaceColumns>(rows: readonly Row[]): Row[] {
  const byKey = new Map(rows.map((row) => [JSON.stringify([row.agentId, row.namespaceId]), row]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
