import { describe, expect, it } from '@jest/globals';
import type { RankedDocument } from './document.ts';
import { wantedNeighbours } from './wanted-neighbours.ts';

function hit(sessionId: string | null, position: number | null): RankedDocument {
  const document = {
    id: `${String(sessionId)}:${String(position)}`,
    kind: 'memory' as const,
    terms: [],
    speaker: null,
    sessionId,
    position,
    part: 0,
    parts: 1,
    occurredAt: 0,
    importance: 0.5,
    confidence: 0.9,
    asks: false,
    mentionsTime: false,
  };
  const parts = {
    terms: 1,
    expansion: 0,
    neighbours: 0,
    session: 0,
    date: 0,
    speakerFactor: 1,
    questionFactor: 1,
    timeFactor: 1,
    total: 1,
  };
  return { document, score: 1, parts: () => parts };
}

describe('The wanted neighbours of hits', () => {
  it('are the turns around them that are not ranked yet', () => {
    expect(wantedNeighbours([hit('s', 5), hit('s', 6)], 10).map(({ position }) => position)).toEqual([3, 4, 7, 8]);
  });

  it('are none before the first turn of a session, and none of a hit outside of sessions', () => {
    expect(wantedNeighbours([hit('s', 0), hit(null, null)], 10).map(({ position }) => position)).toEqual([1, 2]);
  });

  it('are those of the best hits if there is a limit', () => {
    expect(wantedNeighbours([hit('best', 9), hit('next', 9)], 4).every(({ sessionId }) => sessionId === 'best')).toBe(
      true,
    );
  });
});
