import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** All given conditions hold at once. */
export interface MemoryFilter {
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly type?: Memory['kind'] | undefined;
  readonly tag?: string | undefined;
}

export interface MemoryPage {
  readonly memories: Memory[];
  /** Place of the page's last memory in the order of creation. */
  readonly lastSeq: number;
  readonly hasMore: boolean;
  readonly total: number;
}

export interface ArtifactFilter {
  readonly agentId?: string | undefined;
  readonly type?: Artifact['type'] | undefined;
}

export interface KnowledgeReader {
  /** Newest first; `beforeSeq` continues after the page that ended there. */
  listMemories(scope: TenantScope, filter: MemoryFilter, limit: number, beforeSeq?: number): Promise<MemoryPage>;
  getMemory(scope: TenantScope, id: string): Promise<Memory | undefined>;
  /** Newest compilation first. */
  listArtifacts(
    scope: TenantScope,
    filter: ArtifactFilter,
    limit: number,
    offset: number,
  ): Promise<{ artifacts: Artifact[]; total: number }>;
  getArtifact(scope: TenantScope, id: string): Promise<Artifact | undefined>;
  counts(scope: TenantScope): Promise<{ memories: number; artifacts: number }>;
  /**
   * Deletes a memory from the store for good and notes it for the index.
   * @returns false when there was none and none is waiting to leave the index.
   */
  forget(scope: TenantScope, id: string): Promise<boolean>;
}
