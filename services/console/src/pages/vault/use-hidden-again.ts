import { useEffect, useState } from 'react';

/** Long enough to copy a value, short enough for a screen that is left alone. */
const SHOWN_SECONDS = 30;
const SECOND_MS = 1_000;

/** Calls `hide` after half a minute, and as soon as the tab is not in sight. Returns the seconds that are left. */
export function useHiddenAgain(hide: () => void): number {
  const [left, setLeft] = useState(SHOWN_SECONDS);
  useEffect(() => {
    // By the clock: a browser slows down the timers of tabs that it does not show.
    const end = Date.now() + SHOWN_SECONDS * SECOND_MS;
    const timer = setInterval(() => {
      const seconds = Math.ceil((end - Date.now()) / SECOND_MS);
      if (seconds > 0) setLeft(seconds);
      else hide();
    }, SECOND_MS);
    const onVisibility = (): void => {
      if (document.hidden) hide();
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [hide]);
  return left;
}
