/**
 * The labels of a memory or artifact, followed by the tags of its events, without duplicates. Policies hide by tag, so
 * whatever is compiled from events has all of their tags.
 */
export type TagsWithEvents = (labels: readonly string[], eventIds: Iterable<string>) => string[];
