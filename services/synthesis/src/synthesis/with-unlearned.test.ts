import { describe, expect, it } from '@jest/globals';
import { indexedMemorySchema } from '@strata/contracts/calls/synthesis';
import type { Filter } from '@strata/policy/filter';
import { createPrepareUnlearned } from '../adapters/prepare-unlearned.ts';
import type { IndexView, Population } from './search-index.ts';
import { withUnlearned } from './with-unlearned.ts';

const everything: Population = { agentId: null, kinds: ['memory', 'artifact'], tags: [] };
const prepare = createPrepareUnlearned();
const text = (id: string, body: string, over: Partial<Parameters<typeof prepare>[0]> = {}) =>
  prepare({
    ...indexedMemorySchema.parse({
      type: 'memory',
      id,
      revision: 0,
      agentId: null,
      namespaceId: null,
      tags: [],
      confidence: 0.8,
      kind: 'statement',
      body,
      dates: [],
      speaker: 'Ada',
      sessionId: 'session',
      position: 4,
      validFrom: '2024-03-01T10:00:00.000Z',
      importance: 0.5,
    }),
    eventId: `evt_${id}`,
    outcome: null,
    ...over,
  });

const [indexed] = text('mem_indexed', 'The boat is blue', { eventId: null });

/** An index of one memory. */
const index: IndexView = {
  statistics: () =>
    Promise.resolve({
      documents: 3,
      artifacts: 1,
      averageLength: { memory: 5, artifact: 9 },
      documentFrequency: new Map([['boat', 2]]),
      reach: new Map([['boat', 2]]),
    }),
  candidates: () => Promise.resolve(indexed === undefined ? [] : [indexed.candidate]),
  turns: () => Promise.resolve([]),
  memories: () => Promise.resolve([]),
  newest: () => Promise.resolve(indexed === undefined ? [] : [indexed.candidate]),
  nearest: () => Promise.resolve([]),
  compiledFrom: () => Promise.resolve([]),
  sessionNotes: () => Promise.resolve({ sessions: [], scopes: [] }),
  onlyFailed: () => Promise.resolve([]),
  texts: (ids) =>
    Promise.resolve(
      new Map(
        ids.includes('mem_indexed')
          ? [
              [
                'mem_indexed',
                {
                  text: 'The boat is blue',
                  place: { namespaceId: null, agentId: null },
                  outcome: null,
                  isOfEndUser: false,
                },
              ],
            ]
          : [],
      ),
    ),
};

const joined = <T>(texts: ReturnType<typeof text>, read: (view: IndexView) => Promise<T>, memory: Filter = true) =>
  withUnlearned({ view: (_scope, _visible, readView) => readView(index) }, Promise.resolve(texts)).view(
    { tenantId: 'ten_1', environment: 'live' },
    { memory, artifact: true, artifactSources: true },
    read,
  );
const idsOf = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id);
const byBoat = (view: IndexView, population = everything) =>
  view.candidates(population, { terms: ['boat'], newest: null });

describe('A text that is not learned', () => {
  it('is found by its words, its speaker, its place in the session and its age', async () => {
    const texts = [
      ...text('mem_new', 'My boat leaks', { validFrom: '2024-03-09T10:00:00.000Z' }),
      ...text('mem_x', 'A cup'),
    ];
    const found = await joined(texts, async (view) => ({
      words: idsOf(await byBoat(view)),
      speaker: idsOf(await view.candidates(everything, { terms: ['ada'], newest: null })),
      turns: idsOf(await view.turns(everything, [{ sessionId: 'session', position: 4 }])),
      newest: idsOf(await view.newest(everything, 'memory', 2)),
    }));
    expect(found).toEqual({
      words: ['mem_indexed', 'mem_new'],
      speaker: ['mem_indexed', 'mem_new', 'mem_x'],
      turns: ['mem_new', 'mem_x'],
      newest: ['mem_new', 'mem_indexed'],
    });
  });

  it('counts in the statistics', async () => {
    const statistics = await joined(text('mem_new', 'My boat leaks'), (view) =>
      view.statistics(null, ['boat', 'ada', 'cup']),
    );
    expect(statistics).toMatchObject({ documents: 4, artifacts: 1, averageLength: { memory: 4, artifact: 9 } });
    expect([...statistics.documentFrequency]).toEqual([['boat', 3]]);
    expect([...statistics.reach]).toEqual([
      ['boat', 3],
      ['ada', 1],
    ]);
  });

  it('is left out if it has another agent or not all tags, if no memories are wanted, and if a policy hides it', async () => {
    const texts = text('mem_new', 'My boat leaks', { agentId: 'a', tags: ['x'] });
    const found = (population: Partial<Population>, memory: Filter = true) =>
      joined(
        texts,
        async (view) => idsOf(await byBoat(view, { ...everything, ...population })).includes('mem_new'),
        memory,
      );
    expect(await found({ agentId: 'a', tags: ['x'] })).toBe(true);
    expect(await found({ agentId: 'b' })).toBe(false);
    expect(await found({ tags: ['x', 'y'] })).toBe(false);
    expect(await found({ kinds: ['artifact'] })).toBe(false);
    expect(await found({}, { not: { on: 'tags', among: ['x'] } })).toBe(false);
  });

  it('is said in a failed run if the verdict of its session was captured', async () => {
    const texts = [...text('mem_failed', 'My boat leaks', { outcome: 'failure' }), ...text('mem_new', 'My boat sinks')];
    const found = await joined(texts, async (view) => ({
      notes: (await view.sessionNotes(null, ['session'], [])).sessions,
      failed: await view.onlyFailed(['mem_failed', 'mem_new']),
      outcomes: [...(await view.texts(['mem_failed', 'mem_new'])).values()].map(({ outcome }) => outcome),
    }));
    const note = { place: { agentId: null, namespaceId: null }, sessionId: 'session', identifiers: [], names: [] };
    expect(found).toEqual({
      notes: [{ ...note, outcome: 'failure' }],
      failed: ['mem_failed'],
      outcomes: ['failure', null],
    });
  });

  it('is read from the index if it got there meanwhile', async () => {
    const texts = [...text('mem_indexed', 'The boat is blue'), ...text('mem_new', 'My boat leaks')];
    const found = await joined(texts, async (view) => ({
      ids: idsOf(await byBoat(view)),
      events: [...(await view.texts(['mem_indexed', 'mem_new'])).values()].map(({ eventId }) => eventId),
    }));
    expect(found).toEqual({ ids: ['mem_indexed', 'mem_new'], events: [undefined, 'evt_mem_new'] });
  });
});
