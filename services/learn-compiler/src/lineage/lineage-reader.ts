import type { LineageEdge, LineageNode } from '@strata/contracts/schemas/lineage';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Filter } from '@strata/policy/filter';
import type { ArtifactVisibility } from '../reading/artifact-reader.ts';
import type { ReturnedMemory } from '../reading/record-returned-memories.ts';

/** Edges to several data items, an equal share of each; `isTruncated` if some were left out. */
export interface SharedEdges {
  readonly edges: LineageEdge[];
  readonly isTruncated: boolean;
}

export type MemoryNode = LineageNode & ReturnedMemory;

/** The lineage of a tenant scope. Only what takes a filter applies a policy. */
export interface LineageReader {
  /** From events to a memory, newest first; all of them without a limit. */
  eventsOf(scope: TenantScope, memoryId: string, limit?: number): Promise<LineageEdge[]>;
  countEventsOf(scope: TenantScope, memoryId: string): Promise<number>;
  /** From a memory to the visible artifacts compiled from it, newest first; `total` counts all that are visible. */
  artifactsOf(
    scope: TenantScope,
    memoryId: string,
    visible: ArtifactVisibility,
    limit: number,
  ): Promise<{ edges: LineageEdge[]; nodes: LineageNode[]; total: number }>;
  /** From memories to these artifacts, at most `most` in all. */
  memoriesBehind(scope: TenantScope, artifactIds: readonly string[], most: number): Promise<SharedEdges>;
  /** From events to these memories, at most `most` in all. */
  eventsBehind(scope: TenantScope, memoryIds: readonly string[], most: number): Promise<SharedEdges>;
  /** Those of the memories that are visible, newest first. */
  memories(scope: TenantScope, ids: readonly string[], visible: Filter): Promise<MemoryNode[]>;
}
