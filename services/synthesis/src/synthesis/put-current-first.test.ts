import { describe, expect, it } from '@jest/globals';
import { analyseQuery } from '../rank/analyse-query.ts';
import type { Candidate } from './candidate.ts';
import { putCurrentFirst, withReadableEnds } from './put-current-first.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';

const everything: Population = { agentId: null, kinds: ['memory'], tags: [] };
const JANUARY = Date.UTC(2026, 0, 5);
const MARCH = Date.UTC(2026, 2, 9);

const candidate = (id: string, over: Partial<Candidate> = {}): Candidate => ({
  ...{ id, kind: 'memory', terms: [], termText: ' ', length: 0, speaker: 'user', sessionId: id, position: 0 },
  ...{ part: 0, parts: 1, occurredAt: JANUARY, importance: 0.5, confidence: 0.8, asks: false, mentionsTime: false },
  ...{ tokens: 9, subtype: 'statement' },
  ...over,
});
const ranked = (of: Candidate, score: number): RankedCandidate => ({
  ...{ candidate: of, lane: 'evidence', score, isRelevant: true, parts: () => ({ terms: score, total: score }) },
});
const viewOf = (memories: readonly Candidate[]): IndexView =>
  ({
    memories: (_population: Population, ids: readonly string[]) =>
      Promise.resolve(memories.filter(({ id }) => ids.includes(id))),
  }) as unknown as IndexView;

const old = candidate('old', { replaced: { until: MARCH, by: 'new' } });
const current = candidate('new', { occurredAt: MARCH });
const rankFor = async (query: string, list: RankedCandidate[], readable: readonly Candidate[] = [current]) =>
  putCurrentFirst(viewOf(readable), everything, analyseQuery(query), list);
const idsOf = (list: readonly RankedCandidate[]) => list.map(({ candidate: { id } }) => id);

describe('What holds now', () => {
  it('comes before what it replaced', async () => {
    const found = await rankFor('Where do I live?', [ranked(old, 4), ranked(current, 1)]);
    expect(idsOf(found)).toEqual(['new', 'old']);
  });

  it('is found through what it replaced', async () => {
    expect(idsOf(await rankFor('Who employs me?', [ranked(old, 4)]))).toEqual(['new', 'old']);
  });

  it('is the end of a chain', async () => {
    const between = candidate('new', { replaced: { until: MARCH + 1, by: 'newest' } });
    const newest = candidate('newest');
    const found = await rankFor('Where do I live?', [ranked(old, 4)], [between, newest]);
    expect(idsOf(found)).toEqual(['newest', 'old']);
  });

  it.each([
    'Where did I live before?',
    'Where did I live in February?',
    'Wo habe ich früher gewohnt?',
    '我以前住在哪里？',
  ])('comes after what held then in a question about then (%s)', async (query) => {
    expect(idsOf(await rankFor(query, [ranked(current, 4), ranked(old, 1)]))).toEqual(['old', 'new']);
  });

  it('replaces nothing if the caller may not read it', async () => {
    const [shown] = await rankFor('Where do I live?', [ranked(old, 4)], []);
    expect(shown).toMatchObject({ score: 4, candidate: { id: 'old' } });
    expect(shown?.candidate.replaced).toBeUndefined();
  });

  it('is known without a query too, if the caller may read it', async () => {
    const replacedFor = async (readable: readonly Candidate[]) =>
      (await withReadableEnds(viewOf(readable), everything, [ranked(old, 0)])).map(
        ({ candidate }) => candidate.replaced,
      );
    expect(await replacedFor([current])).toEqual([old.replaced]);
    expect(await replacedFor([])).toEqual([undefined]);
  });
});
