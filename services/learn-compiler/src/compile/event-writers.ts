import type { SessionSteps } from './types.ts';

/** The number of distinct known writers of events. */
export type CountWriters = (eventIds: Iterable<string>) => number;

/**
 * Counts the writers of events. Figures count sessions, and one writer can send any number of sessions: how many writers
 * are behind a figure says how far it can be trusted.
 */
export function readEventWriters(sessions: readonly SessionSteps[]): CountWriters {
  const writerOf = new Map<string, string>();
  for (const { steps } of sessions)
    for (const { eventId, by } of steps) if (by !== undefined) writerOf.set(eventId, by);
  return (eventIds) => {
    const writers = new Set<string>();
    if (writerOf.size > 0)
      for (const eventId of eventIds) {
        const writer = writerOf.get(eventId);
        if (writer !== undefined) writers.add(writer);
      }
    return writers.size;
  };
}

/** The number of writers behind a count, to follow it in a sentence; nothing if none is known. */
export const byWriters = (writers: number): string =>
  writers === 0 ? '' : `, by ${String(writers)} ${writers === 1 ? 'writer' : 'writers'}`;
