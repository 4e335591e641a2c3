import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { ItemKey, Side } from '@strata/platform/reconcile/compare-items';
import { GIVEN_KEYS, keyColumns, pagesOf } from '@strata/platform/reconcile/key-pages';
import { readAll } from './reconciler.ts';

/** What is known of a session or, without one, of a learning scope. The id is a JSON array: agent, namespace, session. */
export interface SummarySource extends ItemKey {
  /** What the index has to have, as JSON; null for nothing. */
  readonly state: string | null;
  /** Whether a change of it is on its way to the index. */
  readonly isPending: boolean;
}

const PAGE = 1000;
const KEY = 'tenant_id, environment, agent_id, namespace_id';

const SESSIONS = `
  select ${KEY}, session_id,
         case when outcome is null and identifiers = '{}' then null else json_build_array(outcome, identifiers, names)::text end as state
  from session_summaries`;
const SCOPES = `
  select ${KEY}, null::text as session_id, case when identifier_forms = '{}' then null else to_json(identifier_forms)::text end as state
  from scope_summaries`;

/** The parts of ids that were given, or of the last row of a page. */
const GIVEN = `select tenant_id, environment, id::json ->> 0 as agent_id, id::json ->> 1 as namespace_id, id::json ->> 2 as session_id
  from ${GIVEN_KEYS}`;
const after = (key: string): string => `
  ($4::text is null or tenant_id = $4)
  and (not exists (select from ${GIVEN_KEYS}) or (${key}) > (select ${key} from (${GIVEN}) as last))
  order by ${key} limit ${String(PAGE)}`;

/** With what is in the backlog at the same moment. What is not stored can be there, too: it is to be removed. */
const withBacklog = (stored: string, wanted: string): string => `
  with stored as materialized (${stored}), wanted as materialized (${wanted}), pending as materialized (
    select distinct wanted.* from index_outbox as queued
    join wanted on wanted.tenant_id = queued.tenant_id and wanted.environment = queued.environment
      and wanted.agent_id = queued.summary ->> 'agentId' and wanted.namespace_id = queued.summary ->> 'namespaceId'
      and coalesce(wanted.session_id, '') = coalesce(queued.summary ->> 'sessionId', '')
    where queued.summary is not null)
  select wanted.tenant_id as "tenantId", wanted.environment,
         json_build_array(wanted.agent_id, wanted.namespace_id, wanted.session_id)::text as id,
         stored.state, pending.tenant_id is not null as "isPending"
  from wanted
  left join stored on ${isSame('stored')}
  left join pending on ${isSame('pending')}
  where stored.tenant_id is not null or pending.tenant_id is not null
  order by wanted.tenant_id, wanted.environment, wanted.agent_id, wanted.namespace_id, wanted.session_id`;

function isSame(table: string): string {
  return `${KEY.split(', ')
    .map((column) => `${table}.${column} = wanted.${column}`)
    .join(' and ')} and coalesce(${table}.session_id, '') = coalesce(wanted.session_id, '')`;
}

const OF_STORED = `select ${KEY}, session_id from stored`;
const PAGES = [
  withBacklog(`${SESSIONS} where ${after(`${KEY}, session_id`)}`, OF_STORED),
  withBacklog(`${SCOPES} where ${after(KEY)}`, OF_STORED),
];
const FIND = withBacklog(
  `${SESSIONS} where (${KEY}, session_id) in (select ${KEY}, session_id from (${GIVEN}) as given where session_id is not null)
   union all
   ${SCOPES} where (${KEY}) in (select ${KEY} from (${GIVEN}) as given where session_id is null)`,
  GIVEN,
);

/** The summaries that the search index has to have. */
export const createSummarySource = (database: Database): Side<SummarySource> => ({
  async *pages({ tenantId }) {
    for (const sql of PAGES)
      yield* pagesOf<SummarySource>(PAGE, (last) =>
        readAll<SummarySource>(database, sql, [...keyColumns(last === undefined ? [] : [last]), tenantId ?? null]),
      );
  },
  find: (keys) => readAll<SummarySource>(database, FIND, keyColumns(keys)),
});

const SEND = `
  insert into index_outbox (tenant_id, environment, entry_id, summary)
  select $1, $2, '', json_build_object('agentId', id::json ->> 0, 'namespaceId', id::json ->> 1, 'sessionId', id::json ->> 2)
  from unnest($3::text[]) as given (id)`;

/** Sends summaries to the search index as they are now; one that is gone is sent empty. */
export const sendSummaries =
  (database: Database) =>
  async (scope: TenantScope, ids: readonly string[]): Promise<void> => {
    await database.inTenant(scope, (tx) => tx.execute(SEND, [scope.tenantId, scope.environment, ids]));
  };
