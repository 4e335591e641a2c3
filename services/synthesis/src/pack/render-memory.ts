const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, month, 1)),
);

/**
 * A memory as text: `[8 May 2023] Ada: the text`. The speaker is left out if the text begins with the name already. `date`
 * is from `dateLabel`, or null inside a run of turns of the same conversation and day.
 */
export function renderMemory(text: string, speaker: string | null, date: string | null): string {
  const said = speaker === null || text.startsWith(`${speaker}:`) ? text.trim() : `${speaker}: ${text.trim()}`;
  return date === null ? said : `[${date}] ${said}`;
}

/** The day of a moment (epoch milliseconds, in UTC) as `8 May 2023`. */
export function dateLabel(at: number): string {
  const date = new Date(at);
  return `${String(date.getUTCDate())} ${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear())}`;
}
