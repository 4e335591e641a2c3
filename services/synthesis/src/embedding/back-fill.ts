import type { Progress } from './embed-due-entries.ts';

const POLL_MS = 5_000;

/** Makes vectors for waiting entries in the background. */
export interface BackFill {
  /** Starts work on new entries, without waiting for it. */
  wake(): void;
  /** Waits until everything due is done, the provider fails, or `maxMs` have passed. Does not wait while much is due. */
  settled(maxMs: number): Promise<void>;
  /** Finishes the step that is under way. */
  close(): Promise<void>;
}

/**
 * Runs `step` until nothing is due, when woken, and every five seconds for postponed entries. `onFailing` gets the error of
 * the first step that fails, and of the first one after each success.
 */
export function createBackFill(step: () => Promise<Progress>, onFailing: (error: unknown) => void): BackFill {
  let closed = false;
  let again = false;
  let running: Promise<void> | null = null;
  let failing = false;
  let behind = false;

  const runStep = async (): Promise<Progress | 'failed'> => {
    try {
      return await step();
    } catch (error) {
      if (!failing) onFailing(error);
      return 'failed';
    }
  };
  const run = async (): Promise<void> => {
    do {
      again = false;
      const progress = await runStep();
      if (progress !== 'idle') failing = progress === 'failed';
      behind = progress === 'behind';
      if (progress === 'done' || behind) again = true;
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
      if (failing || behind || running === null) return;
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
