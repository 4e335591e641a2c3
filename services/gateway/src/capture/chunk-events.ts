const MAX_CHUNK_EVENTS = 1000;
const MAX_CHUNK_BYTES = 512 * 1024;

/** Splits events into messages of at most 1,000 events and 512 KiB, except for a single larger event. Keeps the order. */
export function chunkEvents<Item extends { readonly bytes: number }>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  let current: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    if (current.length > 0 && (current.length === MAX_CHUNK_EVENTS || bytes + item.bytes > MAX_CHUNK_BYTES)) {
      chunks.push(current);
      current = [];
      bytes = 0;
    }
    current.push(item);
    bytes += item.bytes;
  }
  if (current.length > 0) chunks.push(current);
  return chunks;
}
