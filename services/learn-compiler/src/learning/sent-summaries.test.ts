import { describe, expect, it } from '@jest/globals';
import type { SessionSummary } from '../compile/types.ts';
import { SentSummaries } from './sent-summaries.ts';

const ended = (sessionId: string, outcome: 'success' | 'failure'): SessionSummary => ({
  sessionId,
  outcome,
  identifiers: [],
  names: [],
});

describe('The summaries of a compilation', () => {
  it('are those that differ from the last ones that were stored', () => {
    const sent = new SentSummaries();
    const [a, b] = [ended('a', 'success'), ended('b', 'failure')];
    expect(sent.changes([a, b], { revision: 1, stored: null })).toMatchObject({ changed: [a, b], isWhole: true });
    const changed = ended('b', 'success');
    expect(sent.changes([a, changed], { revision: 2, stored: 1 })).toMatchObject({
      changed: [changed],
      isWhole: false,
    });
    expect(sent.changes([changed], { revision: 3, stored: 2 })).toMatchObject({ changed: [], gone: ['a'] });
  });

  it('are all of them if the last ones were not stored', () => {
    const sent = new SentSummaries();
    const all = [ended('a', 'success')];
    sent.changes(all, { revision: 1, stored: null });
    sent.changes(all, { revision: 2, stored: 1 });
    expect(sent.changes(all, { revision: 3, stored: 1 })).toMatchObject({ changed: all, isWhole: true });
  });

  it('do not report a session as gone that is only left out', () => {
    const sent = new SentSummaries();
    sent.changes([ended('a', 'success')], { revision: 1, stored: null });
    sent.leaveOut('a');
    expect(sent.changes([], { revision: 2, stored: 1 }).gone).toEqual([]);
  });
});
