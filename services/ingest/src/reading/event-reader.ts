import type { Event } from '@strata/contracts/schemas/event';
import type { TenantScope } from '@strata/kernel/tenant-scope';

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

/** What is stored of a batch so far; `total` is how many of its events were accepted. */
export interface BatchState {
  readonly stored: number;
  readonly total: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface EventReader {
  /** Newest first; `beforeSeq` continues after the page that ended there. */
  list(scope: TenantScope, filter: EventFilter, limit: number, beforeSeq?: number): Promise<EventPage>;
  get(scope: TenantScope, id: string): Promise<Event | undefined>;
  fingerprints(scope: TenantScope, ids: readonly string[]): Promise<{ eventId: string; fingerprint: string | null }[]>;
  batch(scope: TenantScope, batchId: string): Promise<BatchState | undefined>;
  usage(scope: TenantScope, month: string): Promise<{ total: number; month: number }>;
}
