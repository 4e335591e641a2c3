import { AsyncLocalStorage } from 'node:async_hooks';

/** Refuses a transaction inside a transaction where it could only wait for itself. */
export interface NestingGuard {
  /** @throws Error when the caller is inside a transaction already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** One for every database of the process, since on the embedded one they all share a backend. */
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
