import type { Filter } from '@strata/policy/filter';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** All given conditions hold at once. */
export interface MemoryFilter {
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly type?: Memory['kind'] | undefined;
  readonly tag?: string | undefined;
  /** Those that are archived, or those that are not. */
  readonly archived: 'true' | 'false';
}

export interface MemoryPage {
  readonly memories: Memory[];
  /** Place of the page's last memory in the order of creation. */
  readonly lastSeq: number;
  readonly hasMore: boolean;
  readonly total: number;
}

export interface MemoryQuery {
  readonly filter: MemoryFilter;
  /** What may be seen: nothing else is listed or counted. */
  readonly visible: Filter;
  readonly limit: number;
  /** Continues after the page that ended there. */
  readonly beforeSeq?: number | undefined;
}

export interface MemoryReader {
  /** Newest first. */
  list(scope: TenantScope, query: MemoryQuery): Promise<MemoryPage>;
  /** Whoever may see it. */
  get(scope: TenantScope, id: string): Promise<Memory | undefined>;
}
