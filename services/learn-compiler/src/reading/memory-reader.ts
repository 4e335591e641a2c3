import type { FilterOf } from '@strata/contracts/operation';
import type { listMemories } from '@strata/contracts/operations/memories';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Filter } from '@strata/policy/filter';

/** All conditions that are given must hold. */
export type MemoryFilter = FilterOf<typeof listMemories>;

export interface MemoryQuery {
  readonly filter: MemoryFilter;
  /** What the caller may read. Other memories are neither listed nor counted. */
  readonly visible: Filter;
  readonly limit: number;
  readonly after?: PageBefore | undefined;
}

/** Memories of a tenant scope. */
export interface MemoryReader {
  /** Newest first. */
  list(scope: TenantScope, query: MemoryQuery): Promise<Page<Memory>>;
  /** Applies no policy to the memory itself. Its validity ends only by a memory that passes `visible`, by default by any. */
  get(scope: TenantScope, id: string, visible?: Filter): Promise<Memory | undefined>;
  /**
   * A memory with what it replaced and what replaced it, by when each started to hold; at most `most`, the nearest in time. Only
   * what passes `visible`, and is connected by what passes it.
   */
  timeline(
    scope: TenantScope,
    id: string,
    visible: Filter,
    most: number,
  ): Promise<{ readonly memories: Memory[]; readonly isTruncated: boolean }>;
  /** All events behind those of the memories that pass `which`, or those among `eventIds`. */
  eventsBehind(
    scope: TenantScope,
    memoryIds: readonly string[],
    which: Filter,
    eventIds: readonly string[] | undefined,
  ): Promise<string[]>;
}
