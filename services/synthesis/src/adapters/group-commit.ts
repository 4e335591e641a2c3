import { Batcher } from '@strata/platform/bus/batcher';

const MOST_AT_ONCE = 64;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitParts<Item, Result> {
  /** Items with one key share a commit. */
  readonly keyOf: (item: Item) => string;
  /** Stores all or none. Returns a result for each item, in order. */
  readonly commit: (items: readonly [Item, ...Item[]]) => Promise<readonly Result[]>;
}

/**
 * Commits items as they come, one commit at a time for each key: those that arrive during a commit share the next one. Returns a
 * function that resolves to an item's result after its commit, and rejects with the error of the commit.
 */
export function createGroupCommit<Item, Result>({ keyOf, commit }: GroupCommitParts<Item, Result>) {
  const batchers = new Map<string, Batcher<Waiting<Item, Result>>>();

  const run = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    const [first, ...others] = batch;
    if (first === undefined) return;
    try {
      const results = await commit([first.item, ...others.map(({ item }) => item)]);
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('A commit returned too few results'));
        else resolve(result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const batcherOf = (key: string): Batcher<Waiting<Item, Result>> => {
    const known = batchers.get(key);
    if (known !== undefined) return known;
    const batcher = new Batcher<Waiting<Item, Result>>({ batchSize: MOST_AT_ONCE }, async (batch) => {
      await run(batch);
      if (batcher.waiting === 0) batchers.delete(key);
    });
    batchers.set(key, batcher);
    return batcher;
  };

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      batcherOf(keyOf(item)).add({ item, resolve, reject });
    });
}
