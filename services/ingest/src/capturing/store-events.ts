import type { AcceptedEvent, storeEvents } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';

export type StoreCommand = z.output<typeof storeEvents.payload>;

/** A chunk of a batch: written together with its events, so that a redelivery is counted once. */
export type BatchChunk = NonNullable<StoreCommand['batch']> & { readonly events: number };

/** What one partition has to store at once. */
export interface EventsToStore {
  readonly scope: TenantScope;
  readonly events: readonly AcceptedEvent[];
  readonly chunks: readonly BatchChunk[];
}

export interface EventWriter {
  /** Stores each event once, in one transaction; returns how many were new. */
  store(work: EventsToStore): Promise<number>;
  /** Resolves when the tenant's writes that have begun, in whichever process, have ended. */
  settled(scope: TenantScope): Promise<void>;
}

/**
 * Stores what several commands carry with one write a partition. Safe to repeat: an event that is there stays as it
 * is, a chunk that was counted stays counted.
 * @returns how many events were new.
 */
export async function storeCommands(
  writer: EventWriter,
  commands: readonly { readonly payload: StoreCommand; readonly scope: TenantScope }[],
): Promise<number> {
  const partitions = new Map<string, { scope: TenantScope; events: AcceptedEvent[]; chunks: BatchChunk[] }>();
  for (const { payload, scope } of commands) {
    const key = `${scope.environment}:${scope.tenantId}`;
    const partition = partitions.get(key) ?? { scope, events: [], chunks: [] };
    partitions.set(key, partition);
    partition.events.push(...payload.events);
    if (payload.batch) partition.chunks.push({ ...payload.batch, events: payload.events.length });
  }
  let stored = 0;
  for (const partition of partitions.values()) stored += await writer.store(partition);
  return stored;
}
