import { describe, expect, it } from '@jest/globals';
import { terms } from '../text/terms.ts';
import { traitsOf } from '../text/traits.ts';
import { askerOverview } from './asker-overview.ts';
import type { Candidate } from './candidate.ts';
import type { IndexView, Population } from './search-index.ts';

const POPULATION: Population = { agentId: 'a', kinds: ['memory', 'artifact'], tags: [] };
const PLACE = { agentId: 'a', namespaceId: null };

const said = (id: string, body: string, more: Partial<Candidate> = {}): Candidate =>
  ({
    ...{ id, kind: 'memory', speaker: 'user', sessionId: id, position: 0, occurredAt: 0, importance: 0.4 },
    ...{ terms: terms(body), ...traitsOf(body), ...more },
  }) as Candidate;

/** `customers`: the identifier that each session names. */
async function overview(memories: Candidate[], customers: Record<string, string> = {}, named: string[] = []) {
  const sessions = Object.entries(customers).map(([sessionId, identifier]) => ({
    ...{ place: PLACE, sessionId, outcome: null, identifiers: [identifier] },
  }));
  const view = {
    newest: () => Promise.resolve(memories),
    sessionNotes: () => Promise.resolve({ sessions, scopes: [] }),
  } as unknown as IndexView;
  return (await askerOverview(view, POPULATION, new Set(named)))?.map(({ candidate }) => candidate.id);
}

describe('An overview of the person who asks', () => {
  it('shows what they said, the important and the new first, and no questions', async () => {
    const memories = [
      said('old', 'I run on Sundays'),
      said('new', 'I moved to Bergen', { occurredAt: 1 }),
      said('vital', 'I am allergic to walnuts', { importance: 0.6 }),
      said('question', 'Is it late?'),
      said('program', 'Good to know', { speaker: 'assistant' }),
      said('finding', 'It is 5 o’clock', { speaker: null }),
    ];
    expect(await overview(memories)).toEqual(['vital', 'new', 'old']);
  });

  it('is not given if only people with names spoke', async () => {
    expect(await overview([said('named', 'I live in Bergen', { speaker: 'Ida' })])).toBeUndefined();
  });

  it('shows nothing of another customer', async () => {
    const memories = [said('mine', 'I live in Bergen'), said('other', 'I live in Porto'), said('unknown', 'I run')];
    const customers = { mine: 'c_1001', other: 'c_1002' };
    expect(await overview(memories, customers)).toEqual([]);
    expect(await overview(memories, customers, ['c_1001'])).toEqual(['mine']);
  });
});
