import { dependsOnItem, passes, type Filter } from '@strata/policy/filter';
import type { Place } from '@strata/policy/place';
import type { RequestContext } from '@strata/kernel/actor';
import type { EventDescription, ReadingParts } from './reading-parts.ts';

/** Most events that are asked for at once. */
const AT_ONCE = 1000;

/** Something that was compiled from events, all of which lie where it lies. */
export interface CompiledFrom extends Place {
  readonly sourceEvents: readonly string[];
}

/** Whether the events of a place may be read, or some of them may, where it goes by event: each has tags of its own. */
export const mayNameEvents = (visible: Filter, { namespaceId, agentId }: Place): boolean =>
  dependsOnItem(visible) || passes(visible, { id: null, namespaceId, agentId, tags: [] });

/** Those of the events that the caller may read, as the service that keeps them knows them. Errors: `unavailable`. */
export async function describeAll(
  { describeEvents }: Pick<ReadingParts, 'describeEvents'>,
  context: RequestContext,
  ids: readonly string[],
): Promise<Map<string, EventDescription>> {
  const described = new Map<string, EventDescription>();
  for (let from = 0; from < ids.length; from += AT_ONCE)
    for (const event of await describeEvents(ids.slice(from, from + AT_ONCE), context)) described.set(event.id, event);
  return described;
}

/**
 * The things, each with the events that its caller may read and no other. Where policies look at nothing but namespace and
 * agent, the thing's own say it; only where they look at tags are the events themselves asked for.
 * Errors: `unavailable`.
 */
export async function withNameableEvents<Thing extends CompiledFrom>(
  parts: Pick<ReadingParts, 'describeEvents'>,
  context: RequestContext,
  visible: Filter,
  things: readonly Thing[],
): Promise<Thing[]> {
  if (!dependsOnItem(visible))
    return things.map((thing) => (mayNameEvents(visible, thing) ? thing : { ...thing, sourceEvents: [] }));
  const named = [...new Set(things.flatMap(({ sourceEvents }) => sourceEvents))];
  const known = await describeAll(parts, context, named);
  return things.map((thing) => ({ ...thing, sourceEvents: thing.sourceEvents.filter((id) => known.has(id)) }));
}
