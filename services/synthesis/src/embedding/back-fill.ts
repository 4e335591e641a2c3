import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import type { Progress } from './embed-due-entries.ts';

const POLL_MS = 5_000;

/** Works off the entries that wait for vectors, beside everything else. */
export interface BackFill extends Closeable {
  /** There is something new to do. */
  wake(): void;
  /** Waits until everything due is done, or the provider fails, or `maxMs` have passed. */
  settled(maxMs: number): Promise<void>;
}

/** Runs `step` until it has nothing left to do, again when woken, and every five seconds for what was postponed. */
export function createBackFill(step: () => Promise<Progress>, logger: Logger): BackFill {
  let closed = false;
  let again = false;
  let running: Promise<void> | null = null;
  let failing = false;

  const run = async (): Promise<void> => {
    do {
      again = false;
      const progress = await safely(step, logger);
      if (progress === 'failed' && !failing) logger.warn('Embeddings cannot be made now; entries wait for theirs');
      if (progress !== 'idle') failing = progress === 'failed';
      if (progress === 'done') again = true;
    } while (again && !closed && !failing);
    running = null;
  };
  const wake = (): void => {
    again = true;
    if (!closed) running ??= run();
  };
  const timer = setInterval(wake, POLL_MS).unref();

  return {
    wake,
    settled: async (maxMs) => {
      if (failing || running === null) return;
      let late: NodeJS.Timeout | undefined;
      await Promise.race([running, new Promise((resolve) => (late = setTimeout(resolve, maxMs)))]);
      clearTimeout(late);
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}

async function safely(step: () => Promise<Progress>, logger: Logger): Promise<Progress> {
  try {
    return await step();
  } catch (error) {
    logger.warn('The queue of embeddings could not be worked on', { error });
    return 'failed';
  }
}
