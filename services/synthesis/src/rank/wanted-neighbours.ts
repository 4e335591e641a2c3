import type { RankedDocument } from './document.ts';
import { NEIGHBOURS } from './parameters.ts';

/** The memory at one position of a session, if there is one. */
export interface Turn {
  readonly sessionId: string;
  readonly position: number;
}

/**
 * The turns around ranked documents that are not among them yet, those around the best first, at most `limit`. An answer
 * often shares no word with its question, so a search by words does not find it.
 */
export function wantedNeighbours(ranked: readonly Pick<RankedDocument, 'document'>[], limit: number): Turn[] {
  const known = new Map<string | null, Set<number | null>>();
  const positionsIn = (sessionId: string | null): Set<number | null> => {
    let positions = known.get(sessionId);
    if (positions === undefined) known.set(sessionId, (positions = new Set()));
    return positions;
  };
  for (const { document } of ranked) positionsIn(document.sessionId).add(document.position);
  const wanted: Turn[] = [];
  for (const { document } of ranked) {
    const { sessionId, position, part, parts } = document;
    if (sessionId === null || position === null) continue;
    const positions = positionsIn(sessionId);
    for (let step = -NEIGHBOURS.radius; step <= NEIGHBOURS.radius; step++) {
      const at = position + step + (step > 0 ? parts - 1 - part : -part);
      if (at < 0 || positions.has(at)) continue;
      if (wanted.length >= limit) return wanted;
      positions.add(at);
      wanted.push({ sessionId, position: at });
    }
  }
  return wanted;
}
