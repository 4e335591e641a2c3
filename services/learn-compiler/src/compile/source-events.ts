/** Maximum number of events that an artifact cites. */
export const MAX_SOURCE_EVENTS = 200;

/**
 * The evidence of an artifact: the events of its occurrences, and others (`elsewhere`) that it was compiled from. It cites a
 * fair share of each occurrence, at most {@link MAX_SOURCE_EVENTS} in all.
 */
export function restingOn(
  occurrences: readonly (readonly string[])[],
  elsewhere: readonly (readonly string[])[] = [],
): { sourceEvents: string[]; evidence: string[] } {
  const evidence = new Set<string>();
  for (const events of [...occurrences, ...elsewhere]) for (const event of events) evidence.add(event);
  return { sourceEvents: boundedSources(occurrences), evidence: [...evidence] };
}

/** Events of several occurrences without duplicates, a fair share of each, at most {@link MAX_SOURCE_EVENTS}. */
function boundedSources(occurrences: readonly (readonly string[])[]): string[] {
  const total = occurrences.reduce((sum, events) => sum + events.length, 0);
  if (total <= MAX_SOURCE_EVENTS) return [...new Set(occurrences.flat())];
  const share = Math.max(2, Math.floor(MAX_SOURCE_EVENTS / occurrences.length));
  return [...new Set(occurrences.flatMap((events) => (events.length <= share ? events : events.slice(-share))))].slice(
    0,
    MAX_SOURCE_EVENTS,
  );
}
