import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Selection } from '@strata/platform/reconcile/check';
import type { ItemKey } from '@strata/platform/reconcile/compare-items';
import { GIVEN_KEYS, keyColumns, pagesOf } from '@strata/platform/reconcile/key-pages';
import { locateEvents, seqOf } from '../locate-events.ts';
import { CLAIMED_COLUMNS, toClaimed, type ClaimedRow } from '../pg-event-queue.ts';
import { createPgEventErasure } from '../pg-event-erasure.ts';
import { readAll, scopesOf } from './reconciler.ts';

const OWN = 'tenant_id = $1 and environment = $2';
const PAGE = 5000;

const COMPILED = `
  select seq, id, learned_at is not null as "isCompiled" from events
  where ${OWN} and seq > $3 order by seq limit ${String(PAGE)}`;

const READ_COMPILED = `select ${CLAIMED_COLUMNS} from events where ${OWN} and seq = any($3) and learned_at is not null`;

const UNKNOWN = `
  select given.tenant_id as "tenantId", given.environment, given.id from ${GIVEN_KEYS}
  where (select true from events as stored where stored.tenant_id = given.tenant_id and stored.environment = given.environment
           and stored.seq = ${seqOf('given.id', 'given.tenant_id', 'given.environment')} limit 1) is null
    and not exists (select from forgotten_events as gone where gone.tenant_id = given.tenant_id
                      and gone.environment = given.environment and gone.event_id = given.id)`;

/** The events, for comparisons with other services. */
export interface StoredEvents {
  /** The keys of all compiled events, page by page. */
  compiled(selection: Selection): AsyncIterable<readonly ItemKey[]>;
  /** Those of the events that are compiled, as the compiler gets them. */
  readCompiled(scope: TenantScope, ids: readonly string[]): Promise<ClaimedEvent[]>;
  /** Those of the events that are neither stored nor known to be deleted. */
  unknown(keys: readonly ItemKey[]): Promise<ItemKey[]>;
  /** Has compiled events compiled again. */
  reopen(scope: TenantScope, ids: readonly string[]): Promise<void>;
}

export function createStoredEvents(database: Database): StoredEvents {
  const erasure = createPgEventErasure(database);
  return {
    async *compiled(selection) {
      for (const scope of await scopesOf(database)(selection)) {
        const pages = pagesOf<{ seq: string; id: string; isCompiled: boolean }>(PAGE, (last) =>
          readAll(database, COMPILED, [scope.tenantId, scope.environment, last?.seq ?? 0]),
        );
        for await (const page of pages)
          yield page.filter(({ isCompiled }) => isCompiled).map(({ id }) => ({ ...scope, id }));
      }
    },
    readCompiled: (scope, ids) =>
      database.inTenant(scope, async (tx) => {
        const located = await locateEvents(tx, scope, ids);
        const rows = await tx.query<ClaimedRow>(READ_COMPILED, [scope.tenantId, scope.environment, located]);
        return rows.map(toClaimed);
      }),
    unknown: (keys) => readAll<ItemKey>(database, UNKNOWN, keyColumns(keys)),
    reopen: async (scope, ids) => {
      await erasure.reopen(scope, ids);
    },
  };
}
