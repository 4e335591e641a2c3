import type { RequestTo } from '@strata/contracts/operation';
import type { listAccessLogs as operation } from '@strata/contracts/operations/audit';
import type { AccessEntry } from '@strata/contracts/schemas/access';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';
import type { StoredOrganization } from '../organizations/organization-store.ts';

export type AccessFilter = Omit<RequestTo<typeof operation>['query'], 'limit' | 'cursor'>;

/** What one request returned to an actor. */
export interface RecordedReport extends Omit<AccessEntry, 'memoryId'> {
  /** Each memory once, with its place, by which the organization is found that governs it. */
  readonly memories: readonly { readonly id: string; readonly place: Place }[];
}

/** The organization whose log is read. The log of a tenant-wide one includes memories that belong to no organization. */
export type LogOwner = Pick<StoredOrganization, 'id' | 'isOfTenant'>;

/** Where a page ended. `seq`, the order of arrival, distinguishes entries with the same time. */
export interface AccessPosition {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly seq: number;
}

export interface AccessPage {
  readonly items: readonly AccessEntry[];
  readonly last: AccessPosition | undefined;
  readonly hasMore: boolean;
  /** At most 1,000. */
  readonly total: number;
}

export interface AccessStore {
  /** Stores all in one transaction; skips reports whose id is stored already. No two have the same id. */
  record(scope: TenantScope, reports: readonly RecordedReport[]): Promise<void>;
  /** Newest first; `before` is where the previous page ended. */
  list(
    scope: TenantScope,
    owner: LogOwner,
    filter: AccessFilter,
    page: { readonly limit: number; readonly before: AccessPosition | undefined },
  ): Promise<AccessPage>;
}
