import type { Logger } from '../log/logger.ts';
import type { Closeable } from './closeable.ts';

/**
 * Does `work` again and again, `everyMs` after it last ended, until closed; a failure is logged and the next turn
 * tries again. Closing waits for the turn under way.
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
          logger.warn('Repeated work failed and will be tried again', { error });
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
