import type { LineageEdge } from '@strata/contracts/schemas/lineage';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { RequestContext } from '@strata/kernel/actor';
import { dependsOnItem, type Filter } from '@strata/policy/filter';
import { describeReadable, mayReadEvents } from '../reading/readable-events.ts';
import type { LineageParts } from './find-memory.ts';

/**
 * Edges from the newest events of a memory that the caller may read, and how many there are. If the filter looks at ids or tags,
 * all events of the memory are fetched. Errors: `unavailable`.
 */
export async function newestEvents(
  parts: Pick<LineageParts, 'lineage' | 'describeEvents'>,
  context: RequestContext,
  visible: Filter,
  memory: Memory,
  limit: number,
): Promise<{ edges: LineageEdge[]; total: number }> {
  const { scope } = context;
  if (!mayReadEvents(visible, memory)) return { edges: [], total: 0 };
  if (!dependsOnItem(visible))
    return {
      edges: await parts.lineage.eventsOf(scope, memory.id, limit),
      total: await parts.lineage.countEventsOf(scope, memory.id),
    };
  const all = await parts.lineage.eventsOf(scope, memory.id);
  const ids = all.map(({ from }) => from);
  const readable = await describeReadable(parts, context, ids);
  const edges = all.filter(({ from }) => readable.has(from));
  return { edges: edges.slice(0, limit), total: edges.length };
}
