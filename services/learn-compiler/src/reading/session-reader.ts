import type { findEndedSessions } from '@strata/contracts/calls/learn';
import type { RequestOfCall } from '@strata/contracts/message';
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

interface EndedQuery extends Pick<RequestOfCall<typeof findEndedSessions>, 'outcomes'> {
  readonly filter: Omit<SessionQuery['filter'], 'outcome'>;
  readonly visible: SessionQuery['visible'];
  readonly limit: number;
}

/** What names a session in a tenant scope. */
export type SessionKey = Pick<Session, 'id' | 'agentId' | 'namespaceId'>;

/** Sessions of a tenant scope that have learned events. */
export interface SessionReader {
  /** Those that changed last first. */
  list(scope: TenantScope, query: SessionQuery): Promise<Page<Session>>;
  /** Those with one of the outcomes, in no order. */
  ended(scope: TenantScope, query: EndedQuery): Promise<SessionKey[]>;
}
