import { AsyncLocalStorage } from 'node:async_hooks';

/** Rejects a transaction inside another one, where it would wait for itself. */
export interface NestingGuard {
  /** Throws when the caller is already inside a transaction. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Shared by all databases of the process, since they share the embedded backend. */
const openTransaction = new AsyncLocalStorage<{ open: boolean }>();

export const rejectNesting: NestingGuard = {
  async run(work) {
    if (openTransaction.getStore()?.open === true) {
      throw new Error('A transaction was opened inside another one; finish the first, then open the second');
    }
    const mark = { open: true };
    try {
      return await openTransaction.run(mark, work);
    } finally {
      mark.open = false;
    }
  },
};

export const allowNesting: NestingGuard = { run: (work) => work() };
