import { MOST_LINEAGE_RELATIVES, type Lineage } from '@strata/contracts/schemas/lineage';
import type { RequestContext } from '@strata/kernel/actor';
import { recordGiven } from '../reading/record-given.ts';
import { findMemory, type LineageParts, type LineageRequest } from './find-memory.ts';
import { newestEvents } from './newest-events.ts';
import { toEdge } from './to-edge.ts';

/** Where a memory comes from and what became of it, as far as the caller may read it. Errors: `not_found`; `unavailable`. */
export const createReadLineage =
  (parts: LineageParts) =>
  async (request: LineageRequest, context: RequestContext): Promise<Lineage> => {
    const { memory, visible } = await findMemory(parts, request, context);
    const events = await newestEvents(parts, context, visible.event, memory, MOST_LINEAGE_RELATIVES);
    const artifacts = await parts.lineage.artifactsOf(context.scope, memory.id, visible, MOST_LINEAGE_RELATIVES);
    await recordGiven(parts, context, 'lineage', [memory]);
    return {
      memoryId: memory.id,
      sourceEvents: events.links.map(({ from }) => from),
      derivedArtifacts: artifacts.links.map(({ to }) => to),
      lineage: [
        ...events.links.map((link) => toEdge('captured_from', link)),
        ...artifacts.links.map((link) => toEdge('compiled_into', link)),
      ],
      totals: { sourceEvents: events.total, derivedArtifacts: artifacts.total },
      truncated: events.links.length < events.total || artifacts.links.length < artifacts.total,
    };
  };
