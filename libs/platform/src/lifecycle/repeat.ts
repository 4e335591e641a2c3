import type { Logger } from '../log/logger.ts';
import type { Closeable } from './closeable.ts';

/**
 * Runs `work` repeatedly, `everyMs` after its last end, until closed. A failure is logged. Closing waits for a running
 * turn.
 */
export function repeat(everyMs: number, work: () => Promise<void>, logger: Logger): Closeable {
  let closed = false;
  let turn: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const schedule = (): void => {
    if (closed) return;
    timer = setTimeout(() => {
      turn = work()
        .catch((error: unknown) => {
          logger.warn('Repeated work failed and will be retried', { error });
        })
        .finally(schedule);
    }, everyMs);
  };
  schedule();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
