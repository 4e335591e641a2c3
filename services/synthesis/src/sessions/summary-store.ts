import type { IndexedScope, IndexedSession } from '@strata/contracts/calls/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Stores what is known of whole sessions. */
export interface SummaryStore {
  /** Replaces what is known of these sessions and scopes, in one transaction. */
  putSummaries(scope: TenantScope, sessions: readonly IndexedSession[], scopes: readonly IndexedScope[]): Promise<void>;
}
