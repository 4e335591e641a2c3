import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { Database } from '@strata/platform/database/database';
import type { Selection } from '@strata/platform/reconcile/check';
import type { ItemKey } from '@strata/platform/reconcile/compare-items';
import { GIVEN_KEYS, keyColumns, pagesOf } from '@strata/platform/reconcile/key-pages';
import { eventDigester } from '../../learning/event-digester.ts';
import { readAll } from './reconciler.ts';

const PAGE = 5000;

/** An event can have several steps: the last one of a page stands for the others. */
const STEPS = `
  select tenant_id as "tenantId", environment, event_id as id from steps
  where (event_id, tenant_id, environment, part) > ($1, $2, $3, $4) and ($5::text is null or tenant_id = $5)
  order by event_id, tenant_id, environment, part limit ${String(PAGE)}`;

const UNKNOWN = `
  select given.tenant_id as "tenantId", given.environment, given.id from ${GIVEN_KEYS}
  where not exists (select from steps as known where known.event_id = given.id and known.tenant_id = given.tenant_id
                      and known.environment = given.environment)
    and not exists (select from memory_events as known where known.event_id = given.id and known.tenant_id = given.tenant_id
                      and known.environment = given.environment)
    and not exists (select from forgotten_events as gone where gone.tenant_id = given.tenant_id
                      and gone.environment = given.environment and gone.event_id = given.id)
    -- What an erasure removes goes from one service after the other.
    and not exists (select from jobs where jobs.tenant_id = given.tenant_id and jobs.environment = given.environment
                      and jobs.status in ('queued', 'active') and jobs.cause = 'erasure')`;

const HIGHEST_PART = 32_767;

/** What was learned of events, for comparisons with other services. */
export interface LearnedEvents {
  /** The keys of all events with steps, page by page. */
  pages(selection: Selection): AsyncIterable<readonly ItemKey[]>;
  /** Those of the events of which nothing is known: no step, no memory, and not that they were forgotten. */
  unknown(keys: readonly ItemKey[]): Promise<ItemKey[]>;
  /** Whether anything is learned of an event. */
  saysSomething(event: ClaimedEvent): boolean;
}

export const createLearnedEvents = (database: Database): LearnedEvents => ({
  pages: ({ tenantId }) =>
    pagesOf<ItemKey>(PAGE, (last) =>
      readAll<ItemKey>(database, STEPS, [
        ...[last?.id ?? '', last?.tenantId ?? '', last?.environment ?? ''],
        ...[HIGHEST_PART, tenantId ?? null],
      ]),
    ),
  unknown: (keys) => readAll<ItemKey>(database, UNKNOWN, keyColumns(keys)),
  saysSomething: (event) => {
    try {
      return eventDigester.steps(event).length > 0;
    } catch {
      // The compiler skips an event that it cannot read.
      return false;
    }
  },
});
