import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { ItemKey, Side } from '@strata/platform/reconcile/compare-items';
import { GIVEN_KEYS, keyColumns, pagesOf } from '@strata/platform/reconcile/key-pages';
import { addToIndexOutbox, fitsIndex } from '../pg-index-outbox.ts';
import { IS_SWITCHED_OFF } from '../switched-off.ts';
import { readAll } from './reconciler.ts';

/** A memory or an artifact, as far as the search index has to have it. */
export interface IndexSource extends ItemKey {
  readonly kind: 'memory' | 'artifact';
  /** Whether the index has to have it: it is neither archived, inactive, switched off nor deleted. */
  readonly isPresent: boolean;
  /** Whether a change of it is on its way to the index. */
  readonly isPending: boolean;
  readonly revision: number;
  readonly agentId: string | null;
  readonly namespaceId: string | null;
  readonly userId: string | null;
  readonly tags: readonly string[];
  /** The text of a memory, and what its relative dates mean; null for an artifact. */
  readonly text: { readonly body: string; readonly dates: readonly string[] } | null;
  /** A hash of the memories that an artifact rests on; null for a memory. */
  readonly sources: string | null;
}

const PAGE = 1000;
const KEY = 'tenant_id, environment, id';
const PLACE = 'agent_id, namespace_id, user_id, tags, revision';

const MEMORY = `${KEY}, 'memory' as kind, archived_at is null as is_present, ${PLACE},
  json_build_object('body', body, 'dates', dates) as text, null::text as sources`;

const ARTIFACT = `${KEY}, 'artifact' as kind, is_active and ${fitsIndex} and not ${IS_SWITCHED_OFF} as is_present, ${PLACE}, null::json as text,
  (select md5(coalesce(string_agg(memory_id, ' ' order by memory_id collate "C"), '')) from artifact_memories as link
   where link.artifact_id = artifacts.id and link.tenant_id = artifacts.tenant_id and link.environment = artifacts.environment) as sources`;

/** With what is in the backlog at the same moment. A wanted row that is not stored can be there, too: it is to be removed. */
const withBacklog = (wanted: string, rows: string): string => `
  with stored as materialized (${rows}), wanted as materialized (${wanted}), pending as materialized (
    select distinct queued.tenant_id, queued.environment, queued.entry_id as id from index_outbox as queued
    join wanted on wanted.id = queued.entry_id and wanted.tenant_id = queued.tenant_id and wanted.environment = queued.environment
    where queued.summary is null)
  select wanted.tenant_id as "tenantId", wanted.environment, wanted.id, kind, coalesce(is_present, false) as "isPresent",
         pending.id is not null as "isPending", revision::float8 as revision, agent_id as "agentId", namespace_id as "namespaceId",
         user_id as "userId", coalesce(tags, '{}') as tags, text, sources
  from wanted left join stored using (${KEY}) left join pending using (${KEY})
  where stored.id is not null or pending.id is not null
  order by`;

// The walk is in the order of the primary keys, over all tenants.
const MEMORIES = `${withBacklog(
  'select tenant_id, environment, id from stored',
  `select ${MEMORY} from memories where (id, tenant_id, environment) > ($1, $2, $3) and ($4::text is null or tenant_id = $4)
   order by id, tenant_id, environment limit ${String(PAGE)}`,
)} wanted.id, wanted.tenant_id, wanted.environment`;
const ARTIFACTS = `${withBacklog(
  'select tenant_id, environment, id from stored',
  `select ${ARTIFACT} from artifacts where (tenant_id, environment, id) > ($2, $3, $1) and ($4::text is null or tenant_id = $4)
   order by tenant_id, environment, id limit ${String(PAGE)}`,
)} wanted.tenant_id, wanted.environment, wanted.id`;
const FIND = `${withBacklog(
  `select * from ${GIVEN_KEYS}`,
  `select ${MEMORY} from memories where (id, tenant_id, environment) in (select id, tenant_id, environment from ${GIVEN_KEYS})
   union all
   select ${ARTIFACT} from artifacts where (tenant_id, environment, id) in (select tenant_id, environment, id from ${GIVEN_KEYS})`,
)} wanted.id`;

/** The memories and artifacts that the search index has to have. */
export const createIndexSource = (database: Database): Side<IndexSource> => ({
  async *pages({ tenantId }) {
    for (const sql of [MEMORIES, ARTIFACTS])
      yield* pagesOf<IndexSource>(PAGE, (last) =>
        readAll<IndexSource>(database, sql, [
          ...[last?.id ?? '', last?.tenantId ?? '', last?.environment ?? ''],
          tenantId ?? null,
        ]),
      );
  },
  find: (keys) => readAll<IndexSource>(database, FIND, keyColumns(keys)),
});

const RAISE = (table: string): string => `
  update ${table} set revision = nextval('revisions') where tenant_id = $1 and environment = $2 and id = any($3)`;

/** Sends memories and artifacts to the search index as they are now, and has it remove those that are not. */
export const indexAgain =
  (database: Database) =>
  (scope: TenantScope, ids: readonly string[]): Promise<void> =>
    database.inTenant(
      scope,
      async (tx) => {
        const values = [scope.tenantId, scope.environment, ids];
        // The index takes only what is newer than what it has, or had.
        await tx.execute(RAISE('memories'), values);
        await tx.execute(RAISE('artifacts'), values);
        await addToIndexOutbox(tx, scope, ids);
      },
      { retry: true },
    );
