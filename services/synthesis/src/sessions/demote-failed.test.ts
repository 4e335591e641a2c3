import { describe, expect, it } from '@jest/globals';
import type { Lane } from '@strata/contracts/schemas/synthesis';
import { demoteFailed } from './demote-failed.ts';

const ranked = (id: string, score: number, sessionId: string | null, lane: Lane = 'evidence') => ({
  candidate: { id, sessionId },
  lane,
  score,
  parts: () => ({}),
});

const note = (sessionId: string, outcome: 'success' | 'failure') => ({
  place: { agentId: null, namespaceId: null },
  sessionId,
  outcome,
  identifiers: [],
  names: [],
});

describe('What was said in a failed run', () => {
  it('ranks below what was said in others, and leaves other lanes in their places', async () => {
    const asked: string[] = [];
    const order = await demoteFailed(
      [
        ranked('failed', 10, 'f'),
        ranked('guide', 9, 'f', 'guide'),
        ranked('both', 8, 'f'),
        ranked('good', 6, 'g'),
        ranked('unknown', 3, 'u'),
      ],
      { sessions: [note('f', 'failure'), note('g', 'success')], scopes: [] },
      (ids) => {
        asked.push(...ids);
        return Promise.resolve(['failed']);
      },
    );
    expect(asked).toEqual(['failed', 'both']);
    expect(order.map(({ candidate }) => candidate.id)).toEqual(['both', 'guide', 'good', 'failed', 'unknown']);
    expect(order[3]?.parts()).toEqual({ failedFactor: 0.4, total: 4 });
  });

  it('is not asked for where no run failed', async () => {
    const order = [ranked('good', 6, 'g')];
    const none = () => Promise.reject(new Error('asked'));
    expect(await demoteFailed(order, { sessions: [note('g', 'success')], scopes: [] }, none)).toEqual(order);
  });
});
