import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Check, Selection } from '@strata/platform/reconcile/check';
import { outboxCheck } from '@strata/platform/reconcile/outbox-check';
import { openDatabase } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { INGEST_SCHEMA, RELAY_ROLE } from './adapters/ingest-schema.ts';
import { batchesCheck } from './adapters/reconcile/batches.ts';
import { eventCountsCheck } from './adapters/reconcile/event-counts.ts';
import { eventHoursCheck } from './adapters/reconcile/event-hours.ts';
import { eventIdsCheck } from './adapters/reconcile/event-ids.ts';
import { openSessionsCheck } from './adapters/reconcile/open-sessions.ts';
import { scopesOf } from './adapters/reconcile/reconciler.ts';
import { createStoredEvents, type StoredEvents } from './adapters/reconcile/stored-events.ts';

/** The checks of ingest, and what comparisons with other services need of it. */
export interface IngestReconciliation {
  readonly checks: readonly Check[];
  /** Those that find work which waits while the services do not run. */
  readonly whileRunning: readonly Check[];
  readonly events: StoredEvents;
  readonly scopes: (selection: Selection) => Promise<readonly TenantScope[]>;
}

/** Opens the database of ingest for `npm run reconcile`. Errors: `unavailable`. */
export async function openIngestReconciliation(
  stack: CloseStack,
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<IngestReconciliation> {
  const database = stack.use(await openDatabase(INGEST_SCHEMA, { DATABASE_POOL_SIZE: 1 }, parts));
  return {
    checks: [
      eventCountsCheck(database),
      eventHoursCheck(database),
      openSessionsCheck(database),
      batchesCheck(database),
      eventIdsCheck(database),
    ],
    whileRunning: [outboxCheck({ service: 'ingest', database, relayRole: RELAY_ROLE })],
    events: createStoredEvents(database),
    scopes: scopesOf(database),
  };
}
