import type { RankDocument, RankedDocument } from './document.ts';
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
  const known = new Set(ranked.map(({ document }) => turnKey(document)));
  const wanted: Turn[] = [];
  for (const { document } of ranked) {
    const { sessionId, position, part, parts } = document;
    if (sessionId === null || position === null) continue;
    for (let step = -NEIGHBOURS.radius; step <= NEIGHBOURS.radius; step++) {
      const turn = { sessionId, position: position + step + (step > 0 ? parts - 1 - part : -part) };
      if (turn.position < 0 || known.has(turnKey(turn))) continue;
      if (wanted.length >= limit) return wanted;
      known.add(turnKey(turn));
      wanted.push(turn);
    }
  }
  return wanted;
}

function turnKey({ sessionId, position }: Pick<RankDocument, 'sessionId' | 'position'>): string {
  return `${String(position)}\n${String(sessionId)}`;
}
