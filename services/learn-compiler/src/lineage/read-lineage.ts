import { MOST_LINEAGE_RELATIVES, type Lineage } from '@strata/contracts/schemas/lineage';
import type { RequestContext } from '@strata/kernel/actor';
import { recordReturnedMemories } from '../reading/record-returned-memories.ts';
import { findMemory, type LineageParts, type LineageRequest } from './find-memory.ts';
import { newestEvents } from './newest-events.ts';

/** The events of a memory and the artifacts compiled from it that the caller may read. Errors: `not_found`; `unavailable`. */
export function readLineageHandler(parts: LineageParts) {
  return async function readLineage(request: LineageRequest, context: RequestContext): Promise<Lineage> {
    const { memory, visible } = await findMemory(parts, request, context);
    const events = await newestEvents(parts, context, visible.event, memory, MOST_LINEAGE_RELATIVES);
    const artifacts = await parts.lineage.artifactsOf(context.scope, memory.id, visible, MOST_LINEAGE_RELATIVES);
    await recordReturnedMemories(parts, context, 'lineage', [memory]);
    return {
      memoryId: memory.id,
      sourceEvents: events.edges.map(({ from }) => from),
      derivedArtifacts: artifacts.edges.map(({ to }) => to),
      lineage: [...events.edges, ...artifacts.edges],
      totals: { sourceEvents: events.total, derivedArtifacts: artifacts.total },
      truncated: events.edges.length < events.total || artifacts.edges.length < artifacts.total,
    };
  };
}
