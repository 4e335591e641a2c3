import type { describeEvents, readEventSeries, readEventUsage } from '@strata/contracts/calls/ingest';
import type { findEndedSessions } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { FilterOf } from '@strata/contracts/operation';
import type { listEvents } from '@strata/contracts/operations/events';
import type { Event } from '@strata/contracts/schemas/event';
import type { Writer } from '@strata/kernel/actor';
import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Filter } from '@strata/policy/filter';

/** Only events of these sessions, or only those of no such session. */
export interface SessionCondition {
  readonly sessions: ResponseOfCall<typeof findEndedSessions>['sessions'];
  readonly isNegated: boolean;
}

/** All conditions that are given must hold. */
export interface EventFilter extends Omit<FilterOf<typeof listEvents>, 'outcome'> {
  /** What the filter `outcome` comes to: this service does not know how sessions ended. */
  readonly ofSessions?: SessionCondition | undefined;
}

export interface EventQuery {
  readonly filter: EventFilter;
  /** What the caller may read. Other events are neither listed nor counted. */
  readonly visible: Filter;
  readonly limit: number;
  readonly before?: PageBefore | undefined;
}

export type EventDescription = ResponseOfCall<typeof describeEvents>['events'][number];
export type EventUsage = Omit<ResponseOfCall<typeof readEventUsage>, 'isWhole'>;
export type EventSeries = ResponseOfCall<typeof readEventSeries>['points'];
export type SeriesRequest = RequestOfCall<typeof readEventSeries>;

/** The stored part of a batch. `total` is the number of its accepted events. */
export interface BatchState {
  readonly stored: number;
  readonly total: number;
  readonly writer: Writer | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Events of a tenant scope. */
export interface EventReader {
  /** Newest first. */
  list(scope: TenantScope, query: EventQuery): Promise<Page<Event>>;
  /** Whether the caller may read it is not checked. */
  get(scope: TenantScope, id: string): Promise<Event | undefined>;
  /** Those of the events that the caller may read. */
  describe(scope: TenantScope, ids: readonly string[], visible: Filter): Promise<EventDescription[]>;
  batch(scope: TenantScope, batchId: string): Promise<BatchState | undefined>;
  /** Event counts in total, and in the month `YYYY-MM` (UTC, by time of arrival). */
  usage(scope: TenantScope, month: string): Promise<EventUsage>;
  /** The same of the stored events that `visible` permits. */
  visibleUsage(scope: TenantScope, month: string, visible: Filter): Promise<EventUsage>;
  /** What was captured, and what failed to be, by hour or day of arrival. */
  series(scope: TenantScope, request: SeriesRequest): Promise<EventSeries>;
  /** The stored events that `visible` permits, by hour or day; no failures. */
  visibleSeries(scope: TenantScope, request: SeriesRequest, visible: Filter): Promise<EventSeries>;
}
