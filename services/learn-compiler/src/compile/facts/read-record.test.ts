import { describe, expect, it, test } from '@jest/globals';
import { findReplaced as findIn, type SaidClaim } from './find-replaced.ts';
import { readRecord } from './read-record.ts';
import { WordTable } from './word-table.ts';

const DAY_MS = 86_400_000;

const findReplaced = (said: readonly SaidClaim[]) => findIn(said, new WordTable());

/** What a tool returns on successive days; the memories are named 0, 1, 2 … */
const returned = (outputs: readonly unknown[], tools: readonly string[] = []): SaidClaim[] =>
  outputs.flatMap((output, day) => {
    const claim = readRecord(tools[day] ?? 'get_order', output);
    const at = new Date(Date.UTC(2026, 0, 1) + day * DAY_MS).toISOString();
    return claim === null ? [] : [{ memoryId: String(day), firstAt: at, at, seq: day, claim, identifiers: [] }];
  });

const replacedIn = (...outputs: unknown[]) => Object.fromEntries(findReplaced(returned(outputs)));
const endedBy = { 0: { until: '2026-01-02T00:00:00.000Z', by: '1' } };

describe('A newer state of a record', () => {
  test.each([
    [
      { order_id: 7, status: 'pending' },
      { order_id: 7, status: 'shipped' },
    ],
    ['{"id":"o-7","total":12.5,"open":true}', '{"id":"o-7","total":12.5,"open":false}'],
    [{ order: { orderNumber: '7', city: 'Ulm' } }, { order: { orderNumber: '7', city: 'Kiel' } }],
    [[{ type: 'text', text: '{"sku":"A","stock":3}' }], [{ type: 'text', text: '{"sku":"A","stock":0}' }]],
  ])('replaces an older one in which a field has another value (%j)', (older, newer) => {
    expect(replacedIn(older, newer)).toEqual(endedBy);
  });

  test.each([
    ['another record', { order_id: 8, status: 'shipped' }],
    ['other fields', { order_id: 7, address: 'Mill Lane' }],
    ['the same values', { order_id: 7, status: 'pending', note: 'fragile' }],
    ['a list', [{ order_id: 7, status: 'shipped' }]],
    ['no id', { status: 'shipped' }],
  ])('replaces nothing if it shows %s', (_case, newer) => {
    expect(replacedIn({ order_id: 7, status: 'pending' }, newer)).toEqual({});
  });

  it('replaces nothing that another tool returned', () => {
    const states = [
      { id: 7, name: 'Ana' },
      { id: 7, name: 'Lamp' },
    ];
    expect(findReplaced(returned(states, ['get_user', 'get_product'])).size).toBe(0);
  });

  it('replaces the state before it, and that one the state before', () => {
    const replaced = replacedIn({ id: 7, step: 1 }, { id: 7, step: 2 }, { id: 7, step: 3 });
    expect(replaced).toEqual({
      0: { until: '2026-01-02T00:00:00.000Z', by: '2' },
      1: { until: '2026-01-03T00:00:00.000Z', by: '2' },
    });
  });

  it('replaces nothing of another customer', () => {
    const [older, newer] = returned([
      { id: 7, step: 1 },
      { id: 7, step: 2 },
    ]);
    if (older === undefined || newer === undefined) throw new Error('These are records');
    const apart = [
      { ...older, identifiers: ['c-1'] },
      { ...newer, identifiers: ['c-2'] },
    ];
    expect(findReplaced(apart).size).toBe(0);
  });
});
