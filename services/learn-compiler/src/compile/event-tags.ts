import { compareText } from './text/words.ts';
import type { SessionSteps } from './types.ts';

/** The labels of a memory or artifact, followed by the tags of its events, without duplicates. */
export type TagsWithEvents = (labels: readonly string[], eventIds: Iterable<string>) => string[];

/** The tags of several events. Policies hide by tag, so whatever is compiled from events has all of their tags. */
export function readEventTags(sessions: readonly SessionSteps[]): TagsWithEvents {
  const tagsOf = new Map<string, readonly string[]>();
  for (const { steps } of sessions)
    for (const { eventId, tags } of steps) if (tags !== undefined) tagsOf.set(eventId, tags);
  return (labels, eventIds) => {
    const tags = new Set<string>();
    if (tagsOf.size > 0) for (const eventId of eventIds) for (const tag of tagsOf.get(eventId) ?? []) tags.add(tag);
    return [...new Set([...labels, ...[...tags].sort(compareText)])];
  };
}
