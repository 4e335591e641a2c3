import type { Population } from './search-index.ts';

/** An entry, as far as a population depends on it. */
export interface PopulationItem {
  readonly kind: Population['kinds'][number];
  readonly agentId: string | null;
  readonly namespaceId: string | null;
  readonly tags: readonly string[];
  readonly sessionId: string | null;
  /** The sessions in which a memory was said, if they are several. */
  readonly sessions: readonly string[];
  /** Epoch milliseconds. */
  readonly occurredAt: number;
}

/** A test of whether an entry is in a population. A new field of populations is a type error until it is used here. */
export function inPopulation(population: Population): (item: PopulationItem) => boolean {
  const { agentId, kinds, tags, namespaceId, sessionId, since, until, ...others } = population;
  others satisfies Record<string, never>;
  const from = since === undefined ? -Infinity : Date.parse(since);
  const to = until === undefined ? Infinity : Date.parse(until);
  const isLimited = tags.length > 0 || sessionId !== undefined || since !== undefined || until !== undefined;
  return (item) =>
    kinds.includes(item.kind) &&
    (agentId === null || item.agentId === agentId) &&
    (namespaceId === undefined || item.namespaceId === namespaceId) &&
    (item.kind === 'artifact' ||
      !isLimited ||
      (tags.every((tag) => item.tags.includes(tag)) &&
        (sessionId === undefined || item.sessionId === sessionId || item.sessions.includes(sessionId)) &&
        item.occurredAt >= from &&
        item.occurredAt < to));
}
