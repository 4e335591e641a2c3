import { expect } from '@jest/globals';
import type { BaseStore, Operation } from '@langchain/langgraph-checkpoint';

/** What a store answers, in a namespace that nobody else uses. */
interface Case {
  readonly title: string;
  readonly check: (store: BaseStore, root: string) => Promise<void>;
}

const keys = (items: readonly { readonly key: string }[]): string[] => items.map(({ key }) => key);

/** Five items in two namespaces. */
async function fill(store: BaseStore, root: string): Promise<void> {
  await store.put([root, 'plants'], 'oak', { kind: 'tree', metres: 30, tags: ['old'] });
  await store.put([root, 'plants'], 'fern', { kind: 'herb', metres: 1 });
  await store.put([root, 'animals', 'birds'], 'wren', { kind: 'bird', metres: 0.1 });
  await store.put([root, 'plants'], 'moss', { kind: 'herb', metres: 0.01, wet: true });
  await store.put([root, 'animals', 'birds'], 'rook', { kind: 'bird', metres: '0.5', seen: null });
}

const filtered = (title: string, filter: Record<string, unknown>, expected: readonly string[]): Case => ({
  title: `filters by ${title}`,
  check: async (store, root) => {
    await fill(store, root);
    expect(keys(await store.search([root], { filter }))).toEqual(expected);
  },
});

const refused = (title: string, operation: (store: BaseStore) => Promise<unknown>): Case => ({
  title: `refuses ${title}`,
  check: async (store) => {
    await expect(operation(store)).rejects.toThrow(/^(Namespace|Invalid namespace|Root label)/u);
  },
});

/** Each holds for the library's own store in memory, and for Strata's. */
export const STORE_CASES: readonly Case[] = [
  {
    title: 'has what was put, with the times of its first and last put',
    check: async (store, root) => {
      const value = { text: 'grün', deep: [{ n: 1.5, none: null }], empty: {} };
      const before = Date.now();
      await store.put([root], 'k', value);
      const first = await store.get([root], 'k');
      expect(first).toEqual({
        namespace: [root],
        key: 'k',
        value,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      });
      expect(first?.createdAt).toEqual(first?.updatedAt);
      expect(first?.createdAt.getTime()).toBeGreaterThanOrEqual(before);
      const createdAt = first?.createdAt;
      await new Promise((resolve) => setTimeout(resolve, 5));
      await store.put([root], 'k', { other: true });
      const second = await store.get([root], 'k');
      expect(second).toMatchObject({ value: { other: true }, createdAt });
      expect(second?.updatedAt.getTime()).toBeGreaterThan(createdAt?.getTime() ?? Infinity);
    },
  },
  {
    title: 'has null for what was never put',
    check: async (store, root) => {
      await store.put([root], 'k', { a: 1 });
      await expect(store.get([root], 'other')).resolves.toBeNull();
      await expect(store.get([root, 'k'], 'k')).resolves.toBeNull();
    },
  },
  {
    title: 'has null for what was deleted, and a new item if it is put again',
    check: async (store, root) => {
      await store.put([root], 'a', { n: 1 });
      await store.put([root], 'b', { n: 2 });
      await store.delete([root], 'a');
      await store.delete([root], 'never');
      await expect(store.get([root], 'a')).resolves.toBeNull();
      expect(keys(await store.search([root]))).toEqual(['b']);
      await store.put([root], 'a', { n: 3 });
      expect((await store.search([root])).map(({ value }) => value['n'] as number)).toEqual([2, 3]);
    },
  },
  {
    title: 'answers a batch as it was before it, and keeps the last put of each item',
    check: async (store, root) => {
      await store.put([root], 'a', { n: 1 });
      const batch: Operation[] = [
        { namespace: [root], key: 'a', value: { n: 2 } },
        { namespace: [root], key: 'a' },
        { namespace: [root], key: 'b', value: { n: 1 } },
        { namespace: [root], key: 'b', value: null },
        { namespace: [root], key: 'a', value: { n: 3 } },
        { namespacePrefix: [root] },
        { matchConditions: [{ matchType: 'prefix', path: [root] }], limit: 10, offset: 0 },
      ];
      const [put, got, , , , found, namespaces] = (await store.batch(batch)) as unknown[];
      expect(put ?? null).toBeNull();
      // The library's store hands out its own object, which the batch changes.
      expect(got).toMatchObject({ key: 'a' });
      expect(keys(found as { key: string }[])).toEqual(['a']);
      expect(namespaces).toEqual([[root]]);
      await expect(store.get([root], 'a')).resolves.toMatchObject({ value: { n: 3 } });
      await expect(store.get([root], 'b')).resolves.toBeNull();
    },
  },
  {
    title: 'finds what is at or below a namespace, in the order in which namespaces and items came',
    check: async (store, root) => {
      await fill(store, root);
      await store.put([root, 'plants'], 'oak', { kind: 'tree', metres: 31 });
      await store.put([`${root}s`, 'plants'], 'other', { kind: 'tree' });
      const found = await store.search([root]);
      expect(keys(found)).toEqual(['oak', 'fern', 'moss', 'wren', 'rook']);
      expect(found[0]).toMatchObject({ namespace: [root, 'plants'], value: { metres: 31 } });
      expect(found[0]).toHaveProperty('score', undefined);
      expect(keys(await store.search([root, 'animals']))).toEqual(['wren', 'rook']);
      expect(await store.search([root, 'plant'])).toEqual([]);
    },
  },
  {
    title: 'finds ten items unless another limit is given, from an offset on',
    check: async (store, root) => {
      await store.batch(Array.from({ length: 12 }, (_, n) => ({ namespace: [root], key: `k${n}`, value: { n } })));
      expect(await store.search([root])).toHaveLength(10);
      expect(keys(await store.search([root], { limit: 2, offset: 11 }))).toEqual(['k11']);
      expect(keys(await store.search([root], { limit: 2, offset: 3 }))).toEqual(['k3', 'k4']);
      expect(await store.search([root], { limit: 0 })).toEqual([]);
    },
  },
  filtered('a value', { kind: 'herb' }, ['fern', 'moss']),
  filtered('two values', { kind: 'herb', wet: true }, ['moss']),
  filtered('null', { seen: null }, ['rook']),
  filtered('what is no object of operators: a list', { tags: ['old'] }, []),
  filtered('what is no object of operators: another key', { metres: { $near: 1 } }, []),
  filtered('$eq', { kind: { $eq: 'bird' } }, ['wren', 'rook']),
  filtered('$ne', { kind: { $ne: 'bird' } }, ['oak', 'fern', 'moss']),
  filtered('$gt, also of a number as a text', { metres: { $gt: 0.1 } }, ['oak', 'fern', 'rook']),
  filtered('$gte and $lte together', { metres: { $gte: 0.1, $lte: 1 } }, ['fern', 'wren', 'rook']),
  filtered('$lt', { metres: { $lt: 0.1 } }, ['moss']),
  filtered('$in', { kind: { $in: ['tree', 'bird'] } }, ['oak', 'wren', 'rook']),
  filtered('$nin', { kind: { $nin: ['tree', 'bird'] } }, ['fern', 'moss']),
  filtered('a missing field', { absent: { $gt: 0 } }, []),
  {
    title: 'lists namespaces by prefix, suffix, wildcard and depth',
    check: async (store, root) => {
      for (const path of ['a.x.v1', 'a.y.v2', 'b.x.v1', 'b.x.v1.deep'])
        await store.put([root, ...path.split('.')], 'k', { n: 1 });
      const list = async (options: Parameters<BaseStore['listNamespaces']>[0]): Promise<string[]> =>
        (await store.listNamespaces(options)).map((namespace) => namespace.slice(1).join('.'));
      expect(await list({ prefix: [root] })).toEqual(['a.x.v1', 'a.y.v2', 'b.x.v1', 'b.x.v1.deep']);
      expect(await list({ prefix: [root, 'b'] })).toEqual(['b.x.v1', 'b.x.v1.deep']);
      expect(await list({ prefix: [root], suffix: ['v1'] })).toEqual(['a.x.v1', 'b.x.v1']);
      expect(await list({ prefix: [root, '*', 'x'] })).toEqual(['a.x.v1', 'b.x.v1', 'b.x.v1.deep']);
      expect(await list({ prefix: [root], suffix: ['*', 'v2'] })).toEqual(['a.y.v2']);
      expect(await list({ prefix: [root], maxDepth: 2 })).toEqual(['a', 'b']);
      expect(await list({ prefix: [root], limit: 2, offset: 1 })).toEqual(['a.y.v2', 'b.x.v1']);
      expect(await list({ prefix: [root, 'c'] })).toEqual([]);
    },
  },
  {
    title: 'finds what a query is about first, with scores, and fills up with the others',
    check: async (store, root) => {
      await store.put([root, 'ann'], 'food', { text: 'Ann likes pizza with anchovies' });
      await store.put([root, 'ann'], 'work', { text: 'Ann repairs violins in Cremona' });
      await store.put([root, 'ben'], 'food', { text: 'Ben likes pancakes with cherries' });
      await store.put([root, 'ann'], 'secret', { text: 'pizza is a code word' }, false);
      const found = await store.search([root, 'ann'], { query: 'Who repairs violins?' });
      expect(found[0]).toMatchObject({ key: 'work', score: expect.any(Number) });
      expect(keys(found).sort()).toEqual(['food', 'secret', 'work']);
      expect(found.find(({ key }) => key === 'secret')?.score).toBeUndefined();
      expect(keys(await store.search([root], { query: 'likes pancakes with cherries', limit: 1 }))).toEqual(['food']);
      const filter = { text: { $ne: 'Ann repairs violins in Cremona' } };
      expect(keys(await store.search([root], { query: 'violins', filter }))).not.toContain('work');
    },
  },
  {
    title: 'finds an item by what it says now, not by what it said',
    check: async (store, root) => {
      await store.put([root], 'tea', { text: 'She drinks jasmine tea' });
      await store.put([root], 'car', { text: 'He drives a yellow tractor' });
      await store.put([root], 'tea', { text: 'She drinks black coffee' });
      const [first] = await store.search([root], { query: 'Who drinks black coffee?', limit: 1 });
      expect(first).toMatchObject({ key: 'tea', value: { text: 'She drinks black coffee' } });
    },
  },
  refused('an empty namespace', (store) => store.put([], 'k', { n: 1 })),
  refused('an empty label', (store) => store.put(['a', ''], 'k', { n: 1 })),
  refused('a label with a period', (store) => store.put(['a.b'], 'k', { n: 1 })),
  refused('the root of the library', (store) => store.put(['langgraph'], 'k', { n: 1 })),
  refused('a label with a colon in a search', (store) => store.search(['a:b'])),
  refused('an empty namespace in a batch', (store) => store.batch([{ namespace: [], key: 'k' }])),
];
