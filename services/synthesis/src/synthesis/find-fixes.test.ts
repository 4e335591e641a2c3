import { describe, expect, it } from '@jest/globals';
import { analyseQuery } from '../rank/analyse-query.ts';
import { terms } from '../text/terms.ts';
import type { Candidate } from './candidate.ts';
import { findFixes } from './find-fixes.ts';
import type { IndexView, Population } from './search-index.ts';

function entry(id: string, subtype: string, text: string, speaker: string | null = null): Candidate {
  const own = terms(text);
  const kind = subtype === 'failure_playbook' ? 'artifact' : 'memory';
  return {
    id,
    kind,
    subtype,
    speaker,
    terms: own,
    termText: ` ${own.join(' ')} `,
    length: own.length,
  } as unknown as Candidate;
}

const PLAYBOOK = entry('playbook', 'failure_playbook', 'make fails with a missing header: install the headers');
const MEMORIES = [
  entry('seen', 'error', '`make all` failed: fatal error: zlib.h: no such header on host 17'),
  entry('other', 'error', '`npm test` failed: 3 suites crashed'),
  entry(
    'fixed',
    'error_resolution',
    '`make all` failed with "fatal error: zlib.h: no such header": `apt install` fixed it',
  ),
  entry('wish', 'statement', 'Please make all the pages of my header blue', 'user'),
];
const POPULATION: Population = { agentId: null, kinds: ['memory', 'artifact'], tags: [] };

async function fixesFor(text: string, population = POPULATION): Promise<string[]> {
  const documentFrequency = new Map<string, number>();
  for (const memory of MEMORIES)
    for (const term of new Set(memory.terms)) documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1);
  const statistics = {
    documents: 100,
    artifacts: 1,
    averageLength: { memory: 8, artifact: 8 },
    documentFrequency,
    reach: documentFrequency,
  };
  const view: Pick<IndexView, 'candidates' | 'compiledFrom'> = {
    candidates: () => Promise.resolve(MEMORIES),
    compiledFrom: (_population, ids) =>
      Promise.resolve(ids.includes('seen') ? [{ artifact: PLAYBOOK, memoryIds: ['seen'] }] : []),
  };
  const search = { terms: [], newest: null };
  const laneSearch = { query: analyseQuery(text), statistics, search, best: MEMORIES, ranked: [] };
  const found = await findFixes(view as IndexView, population, laneSearch);
  expect(found.every(({ lane }) => lane === 'fix')).toBe(true);
  return found.map(({ candidate }) => candidate.id);
}

describe('The fixes for an error', () => {
  it('are playbooks alone if the request leaves out memories', async () => {
    const artifactsOnly: Population = { ...POPULATION, kinds: ['artifact'] };
    expect(await fixesFor('fatal error: zlib.h: no such header', artifactsOnly)).toEqual(['playbook']);
  });

  it('are the playbook of its nearest occurrence, and how single ones were overcome', async () => {
    expect(await fixesFor('fatal error: zlib.h: no such header on host 23')).toEqual(['playbook', 'fixed']);
  });

  it('are found in a longer message, and if the caller wants no memories', async () => {
    const message = 'Hi, I do not know what to do, can you help me? fatal error: zlib.h: no such header on host 23';
    expect(await fixesFor(message)).toContain('playbook');
    expect(await fixesFor(message, { ...POPULATION, kinds: ['artifact'] })).toContain('playbook');
  });

  it('are found by one line of a longer output', async () => {
    const output = 'compiling all parts of the archive\nfatal error: no such header\nplease report bugs to the authors';
    expect(await fixesFor(output)).toContain('playbook');
  });

  it('are none for another error, or for a wish in words of an error', async () => {
    expect(await fixesFor('fatal: the remote host hung up')).toEqual([]);
    expect(await fixesFor('Please make the header of all pages blue')).toEqual([]);
  });
});
