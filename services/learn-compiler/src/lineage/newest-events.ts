import { dependsOnItem, type Filter } from '@strata/policy/filter';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { describeAll, mayNameEvents } from '../reading/name-events.ts';
import type { LineageParts } from './find-memory.ts';
import type { Link } from './lineage-reader.ts';

/**
 * The newest events of a memory that the caller may read, with how many there are. Only where policies look at tags is
 * every event of the memory asked for.
 * Errors: `unavailable`.
 */
export async function newestEvents(
  parts: Pick<LineageParts, 'lineage' | 'describeEvents'>,
  context: RequestContext,
  visible: Filter,
  memory: Memory,
  limit: number,
): Promise<{ links: Link[]; total: number }> {
  const { scope } = context;
  if (!mayNameEvents(visible, memory)) return { links: [], total: 0 };
  if (!dependsOnItem(visible))
    return {
      links: await parts.lineage.eventsOf(scope, memory.id, limit),
      total: await parts.lineage.countEventsOf(scope, memory.id),
    };
  const all = await parts.lineage.eventsOf(scope, memory.id);
  const known = await describeAll(
    parts,
    context,
    all.map(({ from }) => from),
  );
  const links = all.filter(({ from }) => known.has(from));
  return { links: links.slice(0, limit), total: links.length };
}
