/** The most events that an artifact cites. */
export const MAX_SOURCE_EVENTS = 200;

/** Events of several occurrences, a fair share of each occurrence first, without repetition, at most {@link MAX_SOURCE_EVENTS}. */
export function boundedSources(occurrences: readonly (readonly string[])[]): string[] {
  const total = occurrences.reduce((sum, events) => sum + events.length, 0);
  if (total <= MAX_SOURCE_EVENTS) return [...new Set(occurrences.flat())];
  const share = Math.max(2, Math.floor(MAX_SOURCE_EVENTS / occurrences.length));
  return [...new Set(occurrences.flatMap((events) => (events.length <= share ? events : events.slice(-share))))].slice(
    0,
    MAX_SOURCE_EVENTS,
  );
}
