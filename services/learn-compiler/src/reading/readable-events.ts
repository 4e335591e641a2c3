import type { RequestContext } from '@strata/kernel/actor';
import { dependsOnItem, passes, type Filter } from '@strata/policy/filter';
import type { Place } from '@strata/policy/place';
import type { EventDescription, ReadingParts } from './reading-parts.ts';

/** The most events that one call describes. */
const BATCH_EVENTS = 1000;

/** A data item that was compiled from events, all of which have its place. */
export interface Compiled extends Place {
  readonly sourceEvents: readonly string[];
}

/** Whether some events of a place may be read. True if the filter looks at ids or tags, which differ from event to event. */
export const mayReadEvents = (visible: Filter, { namespaceId, agentId }: Place): boolean =>
  dependsOnItem(visible) || passes(visible, { id: null, namespaceId, agentId, tags: [] });

/** Descriptions of those events that the caller may read, by id, from the ingest service. Errors: `unavailable`. */
export async function describeReadable(
  { describeEvents }: Pick<ReadingParts, 'describeEvents'>,
  context: RequestContext,
  ids: readonly string[],
): Promise<Map<string, EventDescription>> {
  const described = new Map<string, EventDescription>();
  for (let from = 0; from < ids.length; from += BATCH_EVENTS)
    for (const event of await describeEvents(ids.slice(from, from + BATCH_EVENTS), context))
      described.set(event.id, event);
  return described;
}

/**
 * The items, each without source events that the caller may not read. If the filter looks only at namespace and agent,
 * the item's own place decides; only if it looks at ids or tags are the events fetched. Errors: `unavailable`.
 */
export async function withReadableEvents<Item extends Compiled>(
  parts: Pick<ReadingParts, 'describeEvents'>,
  context: RequestContext,
  visible: Filter,
  items: readonly Item[],
): Promise<Item[]> {
  if (!dependsOnItem(visible))
    return items.map((item) => (mayReadEvents(visible, item) ? item : { ...item, sourceEvents: [] }));
  const ids = [...new Set(items.flatMap(({ sourceEvents }) => sourceEvents))];
  const readable = await describeReadable(parts, context, ids);
  return items.map((item) => ({ ...item, sourceEvents: item.sourceEvents.filter((id) => readable.has(id)) }));
}
