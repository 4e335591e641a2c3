import type { listAccessLogs } from '@strata/contracts/operations/audit';
import type { Place } from '@strata/policy/place';
import type { AccessEntry } from '@strata/contracts/schemas/access';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';

export type AccessQuery = z.output<typeof listAccessLogs.query>;
export type AccessFilter = Omit<AccessQuery, 'limit' | 'cursor'>;

/** An entry before it is known which organization has a say over it. */
export interface PlacedAccess {
  readonly place: Place;
  readonly entry: AccessEntry;
}

/** Whose log: that of an organization that speaks for the tenant holds what is no organization's, too. */
export interface LogOwner {
  readonly id: string;
  readonly isOfTenant: boolean;
}

/** Where a page ended: entries of one moment are told apart by the order in which they came. */
export interface AccessPosition {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly seq: number;
}

export interface AccessPage {
  readonly items: readonly AccessEntry[];
  readonly last: AccessPosition | undefined;
  readonly hasMore: boolean;
  /** Counts no further than 1,000. */
  readonly total: number;
}

export interface AccessStore {
  /** Keeps them all in one transaction; an id that is there already is left as it is. */
  record(scope: TenantScope, accesses: readonly PlacedAccess[]): Promise<void>;
  /** Newest first; `before` continues after the page that ended there. */
  list(
    scope: TenantScope,
    owner: LogOwner,
    filter: AccessFilter,
    page: { readonly limit: number; readonly before: AccessPosition | undefined },
  ): Promise<AccessPage>;
}
