import type { Progress } from './embed-due-entries.ts';

const POLL_MS = 5_000;

/** Works off the entries that wait for vectors, beside everything else. */
export interface BackFill {
  /** There is something new to do. */
  wake(): void;
  /** Waits until everything due is done, or the provider fails, or `maxMs` have passed. */
  settled(maxMs: number): Promise<void>;
  /** Finishes the step that is under way. */
  close(): Promise<void>;
}

/**
 * Runs `step` until it has nothing left to do, again when woken, and every five seconds for what was postponed.
 * @param onFailing hears once when steps begin to fail, with what was thrown if anything was
 */
export function createBackFill(step: () => Promise<Progress>, onFailing: (error: unknown) => void): BackFill {
  let closed = false;
  let again = false;
  let running: Promise<void> | null = null;
  let failing = false;

  const runStep = async (): Promise<Progress> => {
    try {
      const progress = await step();
      if (progress === 'failed' && !failing) onFailing(undefined);
      return progress;
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
