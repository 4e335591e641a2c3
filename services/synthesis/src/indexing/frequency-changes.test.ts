import { describe, expect, it } from '@jest/globals';
import { frequencyChanges, type CountedEntry, type TermChange } from './frequency-changes.ts';

const entry = (over: Partial<CountedEntry>): CountedEntry => ({
  kind: 'memory',
  agentId: '',
  namespaceId: '',
  userId: '',
  terms: [],
  nameTerms: [],
  tags: [],
  ...over,
});

/** A row of the document frequencies; by default without namespace and artifacts. */
const row = (over: Partial<TermChange>): TermChange => ({
  term: '',
  agentId: '',
  namespaceId: '',
  userId: '',
  documents: 0,
  reached: 0,
  artifactDocuments: 0,
  artifactReached: 0,
  ...over,
});

describe('The changes of a batch', () => {
  it('count a word once per entry, and every occurrence for the length', () => {
    expect(frequencyChanges([entry({ terms: ['a', 'b', 'a'] })], [])).toEqual({
      terms: [
        row({ term: 'a', agentId: '', documents: 1, reached: 1 }),
        row({ term: 'b', agentId: '', documents: 1, reached: 1 }),
      ],
      populations: [
        { agentId: '', namespaceId: '', userId: '', memories: 1, memoryTerms: 3, artifacts: 0, artifactTerms: 0 },
      ],
    });
  });

  it('count names and tags as reaching an entry, and not as its words', () => {
    const { terms } = frequencyChanges([entry({ terms: ['ada'], nameTerms: ['ada', 'king'], tags: ['x'] })], []);
    expect(terms).toEqual([
      row({ term: 'ada', agentId: '', documents: 1, reached: 1 }),
      row({ term: 'king', agentId: '', documents: 0, reached: 1 }),
      row({ term: 'tag=x', agentId: '', documents: 0, reached: 1 }),
    ]);
  });

  it('are empty if an entry is replaced by an equal one', () => {
    const same = entry({ terms: ['a', 'b'], tags: ['x'], agentId: 'one' });
    expect(frequencyChanges([same], [same])).toEqual({ terms: [], populations: [] });
  });

  it('move the counts of an entry to its new agent, in a fixed order of rows', () => {
    const { terms, populations } = frequencyChanges(
      [entry({ terms: ['b', 'a'], agentId: 'two', kind: 'artifact' })],
      [entry({ terms: ['a'], agentId: 'one', kind: 'artifact' })],
    );
    expect(terms.map(({ term, agentId, documents }) => [term, agentId, documents])).toEqual([
      ['a', 'one', -1],
      ['a', 'two', 1],
      ['b', 'two', 1],
    ]);
    expect(populations).toEqual([
      { agentId: 'one', namespaceId: '', userId: '', memories: 0, memoryTerms: 0, artifacts: -1, artifactTerms: -1 },
      { agentId: 'two', namespaceId: '', userId: '', memories: 0, memoryTerms: 0, artifacts: 1, artifactTerms: 2 },
    ]);
  });

  it('are separate by namespace, with the part of artifacts', () => {
    const both = { terms: ['a'], agentId: 'one', tags: ['x'] };
    const { terms, populations } = frequencyChanges(
      [
        entry({ ...both, namespaceId: 'n' }),
        entry({ ...both, namespaceId: 'n', kind: 'artifact' }),
        entry({ ...both, kind: 'artifact' }),
      ],
      [],
    );
    const place = { agentId: 'one', namespaceId: 'n' };
    expect(terms).toEqual([
      row({ term: 'a', agentId: 'one', documents: 1, reached: 1, artifactDocuments: 1, artifactReached: 1 }),
      row({ term: 'a', ...place, documents: 2, reached: 2, artifactDocuments: 1, artifactReached: 1 }),
      row({ term: 'tag=x', agentId: 'one', reached: 1, artifactReached: 1 }),
      row({ term: 'tag=x', ...place, reached: 2, artifactReached: 1 }),
    ]);
    expect(populations.map(({ namespaceId, memories, artifacts }) => [namespaceId, memories, artifacts])).toEqual([
      ['', 0, 1],
      ['n', 1, 1],
    ]);
  });
});
