/**
 * The number of distinct known writers of events. Figures count sessions, and one writer can send any number of sessions:
 * how many writers are behind a figure says how far it can be trusted.
 */
export type CountWriters = (eventIds: Iterable<string>) => number;

/** The number of writers behind a count, to follow it in a sentence; nothing if none is known. */
export const byWriters = (writers: number): string =>
  writers === 0 ? '' : `, by ${String(writers)} ${writers === 1 ? 'writer' : 'writers'}`;
