import type { FilterOf } from '@strata/contracts/operation';
import type { listSessions } from '@strata/contracts/operations/sessions';
import type { Session } from '@strata/contracts/schemas/session';
import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { ReadFilters } from '@strata/policy/policy-engine';

export interface SessionQuery {
  /** All conditions that are given must hold. */
  readonly filter: FilterOf<typeof listSessions>;
  /** What the caller may read. If that depends on single events or memories, only sessions with a memory that is readable are listed. */
  readonly visible: Pick<ReadFilters, 'event' | 'memory'>;
  readonly limit: number;
  readonly after?: PageBefore | undefined;
}

/** Sessions of a tenant scope that have learned events, those that changed last first. */
export type ListSessions = (scope: TenantScope, query: SessionQuery) => Promise<Page<Session>>;
