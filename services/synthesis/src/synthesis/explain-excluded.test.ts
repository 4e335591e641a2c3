import { expect, it } from '@jest/globals';
import { Subjects } from '../sessions/subjects.ts';
import { explainExcluded } from './explain-excluded.ts';
import type { RankedItem } from './fetch-items.ts';

const place = { agentId: 'support', namespaceId: null };

const item = (id: string, text: string, more: Partial<RankedItem> = {}): RankedItem =>
  ({
    id,
    kind: 'memory',
    text,
    place,
    speaker: 'Ada',
    occurredAt: Date.UTC(2024, 2, 1),
    outcome: null,
    score: 2,
    parts: () => ({ terms: 1.5, session: 0.5, total: 2 }),
    ...more,
  }) as RankedItem;

it('What a pack leaves out has a score and a cut text, but no text that names another customer', () => {
  const considered = [
    item('long', `${'It rained. '.repeat(60)}The lamp burns.`, { outcome: 'failure' }),
    item('other', 'The lamp of order #W7654321 burns'),
    item('new', 'The lamp glows', { eventId: 'evt_1' }),
  ];
  const notes = { sessions: [], scopes: [{ place, identifierForms: ['a9999999'] }] };
  const { entries, shown } = explainExcluded(
    considered.map(({ id }) => ({ id, kind: 'memory', reason: 'low_relevance' })),
    {
      considered,
      filteredOut: ['mem_filtered'],
      termWeights: new Map([['lamp', 1]]),
      subjects: new Subjects(notes, { identifiers: new Set() }),
    },
  );
  const score = { total: 2, parts: { terms: 1.5, session: 0.5, total: 2 }, shares: { terms: 0.75, session: 0.25 } };
  expect(entries.slice(1)).toEqual([
    { source: 'other', reason: 'low_relevance', score },
    { source: 'evt_1', reason: 'low_relevance', score, content: '[1 March 2024] Ada: The lamp glows' },
    { source: 'mem_filtered', reason: 'filtered' },
  ]);
  expect(entries[0]?.content).toMatch(/^Warning, from a failed run: \[1 March 2024\] Ada: .*The lamp burns\.$/);
  expect(entries[0]?.content?.length).toBeLessThan(330);
  expect(shown.map(({ id }) => id)).toEqual(['long', 'new']);
});
