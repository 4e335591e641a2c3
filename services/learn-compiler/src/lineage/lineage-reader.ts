import type { Filter } from '@strata/policy/filter';
import type { LineageNode } from '@strata/contracts/schemas/lineage';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Given } from '../reading/record-given.ts';
import type { ArtifactVisibility } from '../reading/artifact-reader.ts';

/** That one thing was made from another, and when (ISO 8601). */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly at: string;
}

/** Links of several things, each with its share of them; whether some were left out. */
export interface Links {
  readonly links: Link[];
  readonly isCut: boolean;
}

export type MemoryNode = LineageNode & Given;

export interface LineageReader {
  /** From events to a memory, newest first; all of them without a limit. */
  eventsOf(scope: TenantScope, memoryId: string, limit?: number): Promise<Link[]>;
  countEventsOf(scope: TenantScope, memoryId: string): Promise<number>;
  /** From a memory to the artifacts compiled from it that may be seen, newest first, with how many there are. */
  artifactsOf(
    scope: TenantScope,
    memoryId: string,
    visible: ArtifactVisibility,
    limit: number,
  ): Promise<{ links: Link[]; nodes: LineageNode[]; total: number }>;
  /** From memories to these artifacts, at most so many in all. */
  memoriesBehind(scope: TenantScope, artifactIds: readonly string[], most: number): Promise<Links>;
  /** From events to these memories, at most so many in all. */
  eventsBehind(scope: TenantScope, memoryIds: readonly string[], most: number): Promise<Links>;
  /** Those of the memories that may be seen, newest first. */
  memories(scope: TenantScope, ids: readonly string[], visible: Filter): Promise<MemoryNode[]>;
}
