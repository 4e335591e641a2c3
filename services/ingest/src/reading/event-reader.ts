import type { describeEvents } from '@strata/contracts/calls/ingest';
import type { Filter } from '@strata/policy/filter';
import type { Event } from '@strata/contracts/schemas/event';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';

/** All given conditions hold at once. */
export interface EventFilter {
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly type?: Event['type'] | undefined;
  readonly tag?: string | undefined;
}

export interface EventPage {
  readonly events: Event[];
  /** `seq` of the page's last event. */
  readonly lastSeq: number;
  readonly hasMore: boolean;
  readonly total: number;
}

export interface EventQuery {
  readonly filter: EventFilter;
  /** What may be seen: nothing else is listed or counted. */
  readonly visible: Filter;
  readonly limit: number;
  /** Continues after the page that ended there. */
  readonly beforeSeq?: number | undefined;
}

export type EventDescription = z.input<typeof describeEvents.response>['events'][number];

/** What is stored of a batch so far; `total` is how many of its events were accepted. */
export interface BatchState {
  readonly stored: number;
  readonly total: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface EventReader {
  /** Newest first. */
  list(scope: TenantScope, query: EventQuery): Promise<EventPage>;
  /** Whoever may see it. */
  get(scope: TenantScope, id: string): Promise<Event | undefined>;
  /** Those of the events that may be seen. */
  describe(scope: TenantScope, ids: readonly string[], visible: Filter): Promise<EventDescription[]>;
  fingerprints(scope: TenantScope, ids: readonly string[]): Promise<{ eventId: string; fingerprint: string | null }[]>;
  batch(scope: TenantScope, batchId: string): Promise<BatchState | undefined>;
  usage(scope: TenantScope, month: string): Promise<{ total: number; month: number }>;
}
