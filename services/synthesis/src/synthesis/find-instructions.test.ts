import { describe, expect, it } from '@jest/globals';
import { indexedMemorySchema } from '@strata/contracts/calls/synthesis';
import { createPrepareUnlearned } from '../adapters/prepare-unlearned.ts';
import { analyseQuery } from '../rank/analyse-query.ts';
import type { Candidate } from './candidate.ts';
import { findInstructions } from './find-instructions.ts';
import type { IndexView } from './search-index.ts';

const prepare = createPrepareUnlearned();
let serial = 0;

function said(body: string, speaker = 'user', position = 0): Candidate {
  const day = String(++serial).padStart(2, '0');
  const memory = indexedMemorySchema.parse({
    ...{ type: 'memory', id: `mem_${day}`, revision: 1, agentId: null, namespaceId: null, tags: [], confidence: 1 },
    ...{ kind: 'statement', body, speaker, sessionId: speaker, position },
    ...{ validFrom: `2024-03-${day}T10:00:00.000Z`, importance: 0.5 },
  });
  const [text] = prepare({ ...memory, eventId: null, outcome: null });
  if (text === undefined) throw new Error('Nothing prepared');
  return text.candidate;
}

async function found(stored: readonly Candidate[], query: string, best: readonly Candidate[] = []): Promise<string[]> {
  const view: Pick<IndexView, 'candidates' | 'turns' | 'sessionNotes'> = {
    candidates: () => Promise.resolve([...stored]),
    turns: (_population, turns) =>
      Promise.resolve(
        stored.filter((one) => turns.some((t) => t.sessionId === one.sessionId && t.position === one.position)),
      ),
    sessionNotes: () => Promise.resolve({ sessions: [], scopes: [] }),
  };
  const ranked = best.map((candidate) => ({
    candidate,
    lane: 'evidence' as const,
    score: 1,
    isRelevant: true,
    parts: () => ({}),
  }));
  const population = { agentId: null, kinds: ['memory' as const], tags: [] };
  const instructions = await findInstructions(view as IndexView, population, { query: analyseQuery(query), ranked });
  return instructions.map(({ candidate }) => candidate.id);
}

describe('Instructions', () => {
  it('apply whatever the query is about, the newest first', async () => {
    const [first, second] = [said('Always use metric units.'), said('Never book before 9.')];
    expect(await found([first, second], 'Where is the boat?')).toEqual([second.id, first.id]);
  });

  it('with a condition apply if the query, or what answers it, is about that', async () => {
    const stored = [said('Always name the vintage when I ask about wine.')];
    expect(await found(stored, 'Where is the boat?')).toEqual([]);
    expect(await found(stored, 'Which wine goes with fish?')).toHaveLength(1);
    expect(await found(stored, 'What goes with fish?', [said('White wine goes with fish')])).toHaveLength(1);
  });

  it('give way to newer ones on the same matter', async () => {
    const [older, newer] = [said('Always answer in French.'), said('From now on answer in German.')];
    expect(await found([older, newer], 'Where is the boat?')).toEqual([newer.id]);
  });

  it('are those of people who speak to a program', async () => {
    const stored = [
      said('Always use metric units.', 'assistant'),
      said('Always use metric units.', 'tool'),
      said('Never give up on your plans!', 'Ida', 3),
    ];
    expect(await found(stored, 'Where is the boat?')).toEqual([]);
    const toProgram = said('Always use metric units.', 'Ben', 3);
    const answer = { ...said('I will.', 'assistant', 4), sessionId: 'Ben' };
    expect(await found([...stored, toProgram, answer], 'Where is the boat?')).toEqual([toProgram.id]);
  });
});
