import type { RankDocument, RankedDocument } from './document.ts';
import { NEIGHBOURS } from './parameters.ts';

/** A turn to fetch: the memory at this place of this session, if there is one. */
export interface Turn {
  readonly sessionId: string;
  readonly position: number;
}

/**
 * The places around the best hits that are not among the documents yet, nearest to the best first. An answer often shares no word with
 * the question that asked for it, so it is no candidate of its own.
 * @param limit how many places to name at most
 */
export function wantedNeighbours(ranked: readonly Pick<RankedDocument, 'document'>[], limit: number): Turn[] {
  const known = new Set(ranked.map(({ document }) => placeKey(document)));
  const wanted: Turn[] = [];
  for (const { document } of ranked) {
    const { sessionId, position } = document;
    if (sessionId === null || position === null) continue;
    for (let step = -NEIGHBOURS.radius; step <= NEIGHBOURS.radius; step++) {
      const place = { sessionId, position: position + step };
      if (place.position < 0 || known.has(placeKey(place))) continue;
      if (wanted.length >= limit) return wanted;
      known.add(placeKey(place));
      wanted.push(place);
    }
  }
  return wanted;
}

function placeKey({ sessionId, position }: Pick<RankDocument, 'sessionId' | 'position'>): string {
  return `${String(position)}\n${String(sessionId)}`;
}
