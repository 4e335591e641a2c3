import { describe, expect, it } from '@jest/globals';
import { countTokens } from '../text/count-tokens.ts';
import { pack } from './pack.ts';
import type { PackItem } from './pack-item.ts';
import { renderMemory } from './render-memory.ts';
import { sectionTokens } from './section-tokens.ts';

const MAY_8 = Date.UTC(2023, 4, 8, 13, 56);

function memory(id: string, text: string, more: Partial<PackItem> = {}): PackItem {
  const speaker = more.speaker ?? null;
  return {
    id,
    kind: 'memory',
    text,
    tokens: sectionTokens(renderMemory(text, speaker, null)),
    speaker,
    sessionId: null,
    position: null,
    occurredAt: MAY_8,
    confidence: 0.9,
    score: 1,
    ...more,
  };
}

const artifact = (id: string, text: string, score: number): PackItem => memory(id, text, { kind: 'artifact', score });
const ids = (packed: ReturnType<typeof pack>): string[] => packed.sections.map(({ item }) => item.id);
const contents = (packed: ReturnType<typeof pack>): string[] => packed.sections.map(({ content }) => content);

describe('A context pack', () => {
  it('shows turns close to each other together, in the order of the conversation, under one date', () => {
    const said = (id: string, position: number, speaker: string, text: string): PackItem =>
      memory(id, text, { sessionId: 's', position, speaker });
    const packed = pack(
      [said('b', 4, 'Noor', 'The oboe.'), memory('x', 'Elsewhere.'), said('a', 3, 'Ida', 'Which one?')],
      200,
    );
    expect(contents(packed)).toEqual(['[8 May 2023] Ida: Which one?', 'Noor: The oboe.', '[8 May 2023] Elsewhere.']);
  });

  it('shows a date of its own for turns far apart, of another session or of another day', () => {
    const said = (id: string, more: Partial<PackItem>): PackItem =>
      memory(id, `It is ${id}`, { sessionId: 's', position: 4, ...more });
    const next = { occurredAt: MAY_8 + 86_400_000 };
    const items = [
      said('a', {}),
      said('b', { position: 9 }),
      said('c', { position: 5, sessionId: 't' }),
      said('d', { position: 3, ...next }),
    ];
    expect(contents(pack(items, 200)).filter((content) => content.startsWith('['))).toHaveLength(4);
  });

  it('has the exact number of tokens, never more than the budget', () => {
    const items = Array.from({ length: 200 }, (_, i) =>
      memory(`m${String(i)}`, `Note ${String(i)}: ${'words and 漢字, '.repeat(i % 17)}/path\n`, {
        sessionId: `s${String(i % 7)}`,
        position: i,
      }),
    );
    for (const budget of [1, 10, 57, 500, 4_000]) {
      const packed = pack(items, budget);
      expect(packed.totalTokens).toBe(countTokens(contents(packed).join('\n')));
      expect(packed.totalTokens).toBeLessThanOrEqual(budget);
    }
  });

  it('skips items that do not fit, and reports them', () => {
    const packed = pack([memory('long', 'word '.repeat(100)), memory('short', 'word')], 20);
    expect(ids(packed)).toEqual(['short']);
    expect(packed.excluded).toEqual([{ id: 'long', kind: 'memory', reason: 'over_budget' }]);
  });

  it('leaves out near duplicates, and reports them', () => {
    const text = 'The staging database is restored every night from the backup of production';
    const packed = pack([memory('a', text), memory('b', `${text}.`)], 200);
    expect(ids(packed)).toEqual(['a']);
    expect(packed.excluded).toEqual([{ id: 'b', kind: 'memory', reason: 'near_duplicate' }]);
  });

  it('leaves out an artifact far less relevant than the best one, though it would fit', () => {
    const packed = pack(
      [artifact('a', 'Cancel an order', 10), artifact('b', 'Return an item', 8), artifact('c', 'Engine a flight', 2)],
      200,
    );
    expect(ids(packed)).toEqual(['a', 'b']);
    expect(packed.excluded).toEqual([{ id: 'c', kind: 'artifact', reason: 'low_relevance' }]);
  });

  it('contains artifacts and memories in the order of relevance', () => {
    const packed = pack([memory('m1', 'first'), artifact('a', 'Then this', 0.5), memory('m2', 'last')], 200);
    expect(ids(packed)).toEqual(['m1', 'a', 'm2']);
  });

  it('is empty if nothing is ranked', () => {
    expect(pack([], 100)).toEqual({ sections: [], totalTokens: 0, excluded: [] });
  });
});
