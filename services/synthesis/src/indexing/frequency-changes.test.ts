import { expect, test } from '@jest/globals';
import { frequencyChanges, type CountedEntry } from './frequency-changes.ts';

const entry = (over: Partial<CountedEntry>): CountedEntry => ({
  kind: 'memory',
  agentId: '',
  terms: [],
  nameTerms: [],
  tags: [],
  ...over,
});

test('a word counts once an entry, however often it occurs; length counts every time', () => {
  expect(frequencyChanges([entry({ terms: ['a', 'b', 'a'] })], [])).toEqual({
    terms: [
      { term: 'a', agentId: '', documents: 1, reached: 1 },
      { term: 'b', agentId: '', documents: 1, reached: 1 },
    ],
    populations: [{ agentId: '', memories: 1, memoryTerms: 3, artifacts: 0, artifactTerms: 0 }],
  });
});

test('names and tags lead to an entry without being among its words', () => {
  const { terms } = frequencyChanges([entry({ terms: ['ada'], nameTerms: ['ada', 'king'], tags: ['x'] })], []);
  expect(terms).toEqual([
    { term: 'ada', agentId: '', documents: 1, reached: 1 },
    { term: 'king', agentId: '', documents: 0, reached: 1 },
    { term: 'tag=x', agentId: '', documents: 0, reached: 1 },
  ]);
});

test('replacing an entry by its like changes nothing', () => {
  const same = entry({ terms: ['a', 'b'], tags: ['x'], agentId: 'one' });
  expect(frequencyChanges([same], [same])).toEqual({ terms: [], populations: [] });
});

test('an entry that moves to another agent is counted there alone; rows come in one order', () => {
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
    { agentId: 'one', memories: 0, memoryTerms: 0, artifacts: -1, artifactTerms: -1 },
    { agentId: 'two', memories: 0, memoryTerms: 0, artifacts: 1, artifactTerms: 2 },
  ]);
});
