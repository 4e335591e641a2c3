import { describe, expect, it } from '@jest/globals';
import { Listing } from './pages.ts';

interface Numbers {
  readonly items: number[];
  readonly pagination?: { readonly cursor: string | null };
  readonly hasMore?: boolean;
}

const all = async (list: AsyncIterable<number>): Promise<number[]> => {
  const items: number[] = [];
  for await (const item of list) items.push(item);
  return items;
};

/** A list of these pages, and what was requested for each. */
function listing(pages: readonly Numbers[], offset = 0) {
  const requests: unknown[] = [];
  const list = new Listing<Numbers, number>(async (next) => {
    const page = pages[requests.length] ?? { items: [] };
    requests.push(next);
    return page;
  }, offset);
  return { list, requests };
}

describe('a list', () => {
  it('reads all pages by cursor', async () => {
    const { list, requests } = listing([
      { items: [1, 2], pagination: { cursor: 'two' } },
      { items: [3], pagination: { cursor: null } },
    ]);
    await expect(all(list)).resolves.toEqual([1, 2, 3]);
    expect(requests).toEqual([undefined, { cursor: 'two' }]);
  });

  it('reads all pages by offset, from where the first one begins', async () => {
    const { list, requests } = listing(
      [
        { items: [1, 2], hasMore: true },
        { items: [3], hasMore: false },
      ],
      40,
    );
    await expect(all(list)).resolves.toEqual([1, 2, 3]);
    expect(requests).toEqual([undefined, { offset: 42 }]);
  });

  it('requests no more than it is read for', async () => {
    const { list, requests } = listing([{ items: [1, 2], pagination: { cursor: 'two' } }]);
    for await (const item of list) if (item === 1) break;
    expect(requests).toHaveLength(1);
  });

  it('is its first page when it is awaited', async () => {
    const { list, requests } = listing([{ items: [1], pagination: { cursor: 'two' } }]);
    expect(requests).toHaveLength(0);
    expect((await list).items).toEqual([1]);
    expect((await list).pagination?.cursor).toBe('two');
    expect(requests).toHaveLength(1);
  });
});
