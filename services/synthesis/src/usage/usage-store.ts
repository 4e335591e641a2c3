import type { AccessReport } from '@strata/contracts/calls/organizations';
import type { readPackSeries } from '@strata/contracts/calls/synthesis';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

export type PackSeries = ResponseOfCall<typeof readPackSeries>['points'];

/** What is stored of one synthesis. */
export interface CountedSynthesis {
  /** The time of its day and hour in UTC. */
  readonly at: Date;
  readonly packId: string;
  /** The tokens of the pack. */
  readonly tokens: number;
  /** The ids of the entries that the pack shows, best first. */
  readonly shown: readonly string[];
  /** The memories that the caller gets, for the access log; null if there is nothing to record. */
  readonly report: AccessReport | null;
  /** The last write of the tenant scope that the pack takes into account; null if it was read from the database. */
  readonly version: string | null;
}

/** Stores counts of syntheses, and the packs. Errors: `unavailable`. */
export interface UsageStore {
  /**
   * Counts one synthesis, keeps its pack and records its accesses; resolves once none of these can be lost. Returns false, and
   * stores nothing, if `version` is not the last write of the tenant scope.
   */
  count(context: RequestContext, synthesis: CountedSynthesis): Promise<boolean>;
  /** Takes a counted synthesis back, whose caller did not get its pack. */
  takeBack(scope: TenantScope, synthesis: Pick<CountedSynthesis, 'at' | 'packId' | 'tokens'>): Promise<void>;
  /** How many syntheses were counted on a day (`YYYY-MM-DD` in UTC). */
  read(scope: TenantScope, day: string): Promise<number>;
  /** Syntheses by hour or day, with the tokens of their packs. */
  series(scope: TenantScope, request: RequestOfCall<typeof readPackSeries>): Promise<PackSeries>;
}
