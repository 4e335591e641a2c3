/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A duration that timers and the broker accept: whole milliseconds, from 1 to the longest delay of a timer. */
export const timerMs = (milliseconds: number): number => Math.min(MAX_TIMER_MS, Math.max(1, Math.ceil(milliseconds)));

/** Whether `work` settled within the time. Ignores its rejection. */
export async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timerMs(milliseconds), false);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after the time, or as soon as the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
