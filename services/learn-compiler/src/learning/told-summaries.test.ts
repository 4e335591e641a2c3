import { describe, expect, it } from '@jest/globals';
import type { SessionSummary } from '../compile/types.ts';
import { ToldSummaries } from './told-summaries.ts';

const ended = (sessionId: string, outcome: 'success' | 'failure'): SessionSummary => ({
  sessionId,
  outcome,
  identifiers: [],
});

describe('The summaries of a compilation', () => {
  it('are those that differ from the last ones that were stored', () => {
    const told = new ToldSummaries();
    const [a, b] = [ended('a', 'success'), ended('b', 'failure')];
    expect(told.changes([a, b], { revision: 1, stored: null })).toMatchObject({ changed: [a, b], isWhole: true });
    const changed = ended('b', 'success');
    expect(told.changes([a, changed], { revision: 2, stored: 1 })).toMatchObject({
      changed: [changed],
      isWhole: false,
    });
    expect(told.changes([changed], { revision: 3, stored: 2 })).toMatchObject({ changed: [], gone: ['a'] });
  });

  it('are all of them if the last ones were not stored', () => {
    const told = new ToldSummaries();
    const all = [ended('a', 'success')];
    told.changes(all, { revision: 1, stored: null });
    told.changes(all, { revision: 2, stored: 1 });
    expect(told.changes(all, { revision: 3, stored: 1 })).toMatchObject({ changed: all, isWhole: true });
  });

  it('do not report a session as gone that is only left out', () => {
    const told = new ToldSummaries();
    told.changes([ended('a', 'success')], { revision: 1, stored: null });
    told.leaveOut('a');
    expect(told.changes([], { revision: 2, stored: 1 }).gone).toEqual([]);
  });
});
