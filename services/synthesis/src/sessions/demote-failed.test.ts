import { describe, expect, it } from '@jest/globals';
import type { Lane } from '../pack/lanes.ts';
import { demoteFailed } from './demote-failed.ts';

const ranked = (id: string, score: number, sessionId: string | null, lane: Lane = 'evidence') => ({
  candidate: { id, sessionId },
  lane,
  score,
  parts: {},
});

const note = (sessionId: string, outcome: 'success' | 'failure') => ({
  place: { agentId: null, namespaceId: null },
  sessionId,
  outcome,
  identifiers: [],
});

describe('What was said in a failed run', () => {
  it('ranks below what was said in others, and leaves other lanes in their places', () => {
    const order = demoteFailed(
      [ranked('failed', 10, 'f'), ranked('guide', 9, null, 'guide'), ranked('good', 6, 'g'), ranked('unknown', 3, 'u')],
      { sessions: [note('f', 'failure'), note('g', 'success')], scopes: [] },
    );
    expect(order.map(({ candidate }) => candidate.id)).toEqual(['good', 'guide', 'failed', 'unknown']);
    expect(order[2]?.parts).toEqual({ failedFactor: 0.4 });
  });
});
