import { useSyncExternalStore, type ReactNode } from 'react';
import { relativeTime } from './relative-time.ts';

const EVERY_MS = 30_000;
let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, EVERY_MS);
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const FULL = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

interface TimeProps {
  readonly at: string;
  /** The date and the time instead of how long ago. */
  readonly isFull?: boolean;
}

/** When something happened: how long ago, with the date and the time of this place when one points at it. */
export function Time({ at, isFull = false }: TimeProps): ReactNode {
  const current = useSyncExternalStore(subscribe, () => now);
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)}>
      {isFull ? FULL.format(date) : relativeTime(date, new Date(Math.max(current, date.getTime())))}
    </time>
  );
}
