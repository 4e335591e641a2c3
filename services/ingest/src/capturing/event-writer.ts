import type { AcceptedEvent, StoreCommand } from '@strata/contracts/calls/ingest';
import type { Writer } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** An event with the writer that sent it. */
export type WrittenEvent = AcceptedEvent & { readonly writer: Writer };

/** A chunk of a batch, written together with its events, so that a redelivery is counted once. */
export type BatchChunk = NonNullable<StoreCommand['batch']> & { readonly events: number; readonly writer: Writer };

/** What one transaction stores for a tenant scope. */
export interface EventWrite {
  readonly scope: TenantScope;
  readonly events: readonly WrittenEvent[];
  readonly chunks: readonly BatchChunk[];
}

export interface EventWriter {
  /** Stores each event once, in one transaction. Returns how many were new. */
  store(write: EventWrite): Promise<number>;
  /** Resolves when all writes of the tenant that are running now, in any process, have ended. */
  settled(scope: TenantScope): Promise<void>;
}
