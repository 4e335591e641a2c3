import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Candidate } from '../synthesis/candidate.ts';
import type { Population, VectorSearch } from '../synthesis/search-index.ts';
import { copiedView } from './copied-view.ts';
import type { CopiedEntry } from './copied-entry.ts';
import { IndexCopy } from './index-copy.ts';
import { VisibleEntries } from './visible-entries.ts';

const ALL: Population = { agentId: null, kinds: ['memory', 'artifact'], tags: [] };
const SEARCH: VectorSearch = { vector: [1], populationSize: 20, limit: 10 };
const ENTRIES = 20;

function entry(at: number): CopiedEntry {
  const id = `mem_${String(at)}`;
  const candidate = { id, kind: 'memory', terms: [], termText: ' ', length: 1, sessionId: null, position: null };
  return {
    ...{ id, kind: 'memory', agentId: 'one', namespaceId: null, userId: null, sessionId: null, occurredAt: at },
    ...{ tags: [], sessions: [], nameTerms: [], body: id, write: 'w', revision: '1' },
    candidate: candidate as unknown as Candidate,
  };
}

/** The nearest of a copy with 20 entries, where `mem_0` has the nearest vector, `mem_1` the next, and so on. */
describe('The nearest entries of a copy', () => {
  let copy: IndexCopy;
  /** What was read from the database. */
  let reads: string[];
  beforeEach(() => {
    copy = new IndexCopy();
    copy.put(Array.from({ length: ENTRIES }, (_, at) => entry(at)));
    reads = [];
  });

  const ids = async (population: Population, { hidden = [], stale = [] }: Record<string, readonly string[]> = {}) => {
    const isShown = hidden.length === 0 || { not: { on: 'id', among: hidden } as const };
    const filters = { memory: isShown, artifact: true, artifactSources: null };
    const view = copiedView(copy, new VisibleEntries(copy, filters), filters, {
      compiledFrom: () => Promise.resolve([]),
      nearest: () => {
        reads.push('entries');
        return Promise.resolve([]);
      },
      nearestVectors: (_agentId, { limit }) => {
        reads.push(`${String(limit)} vectors`);
        const all = Array.from({ length: ENTRIES }, (_, at) => `mem_${String(at)}`);
        const vectors = all.map((id, at) => ({
          id,
          similarity: 1 - at / 100,
          revision: stale.includes(id) ? '0' : '1',
        }));
        return Promise.resolve(vectors.slice(0, limit));
      },
    });
    return (await view.nearest(population, SEARCH)).map(({ id, similarity }) => [id, similarity]);
  };
  const from = (first: number, end: number) =>
    Array.from({ length: end - first }, (_, at) => [`mem_${String(first + at)}`, 1 - (first + at) / 100]);

  it('are those of the nearest vectors', async () => {
    expect(await ids(ALL)).toEqual(from(0, 10));
    expect(reads).toEqual(['12 vectors']);
  });

  it('are no hidden ones, and none whose vector is of another text', async () => {
    expect(await ids(ALL, { hidden: ['mem_0'], stale: ['mem_1'] })).toEqual(from(2, 12));
    expect(reads).toEqual(['12 vectors']);
  });

  it('are looked for by the database if too many of the vectors do not count', async () => {
    await ids(ALL, { stale: ['mem_0', 'mem_1', 'mem_2'] });
    expect(reads).toEqual(['12 vectors', 'entries']);
  });

  it('are looked for by the database at once if much is hidden, or the population is a part', async () => {
    await ids(ALL, { hidden: ['mem_0', 'mem_1', 'mem_2'] });
    for (const part of [{ tags: ['a'] }, { sessionId: 's' }, { kinds: ['memory'] as const }, { namespaceId: 'n' }])
      await ids({ ...ALL, ...part });
    expect(reads).toEqual(Array.from({ length: 5 }, () => 'entries'));
  });
});
