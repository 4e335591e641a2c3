import { expect, it } from '@jest/globals';
import { indexedMemorySchema } from '@strata/contracts/calls/synthesis';
import { createPrepareUnlearned } from '../adapters/prepare-unlearned.ts';
import { fetchItems } from './fetch-items.ts';
import type { IndexView } from './search-index.ts';

it('An instruction carries no warning of the failed run in which it was given, and costs none', async () => {
  const [text] = createPrepareUnlearned()({
    ...indexedMemorySchema.parse({
      ...{ type: 'memory', id: 'mem_1', revision: 0, agentId: null, namespaceId: null, tags: [], confidence: 0.8 },
      ...{ kind: 'statement', body: 'Always give prices in euros', dates: [], speaker: 'user', sessionId: 's' },
      ...{ position: 1, validFrom: '2024-03-01T10:00:00.000Z', importance: 0.5 },
    }),
    ...{ eventId: null, outcome: null },
  });
  if (text === undefined) throw new Error('Nothing prepared');
  const { candidate } = text;
  const body = { text: 'Always give prices in euros', place: { agentId: null, namespaceId: null } };
  const view: Pick<IndexView, 'texts'> = {
    texts: () => Promise.resolve(new Map([['mem_1', { ...body, isOfEndUser: false, outcome: 'failure' as const }]])),
  };
  const ranked = { candidate, score: 1, isRelevant: true, parts: () => ({}) };
  const items = await fetchItems(view, [
    { ...ranked, lane: 'instruction' },
    { ...ranked, lane: 'evidence' },
  ]);
  expect(items.map(({ outcome, tokens }) => [outcome, tokens > candidate.tokens])).toEqual([
    [null, false],
    ['failure', true],
  ]);
});
