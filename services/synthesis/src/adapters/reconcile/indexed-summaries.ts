import type { Database } from '@strata/platform/database/database';
import type { ItemKey, Side } from '@strata/platform/reconcile/compare-items';
import { GIVEN_KEYS, keyColumns, pagesOf } from '@strata/platform/reconcile/key-pages';
import { readAll } from './reconciler.ts';

/** What the index knows of a session or, without one, of a learning scope. The id is a JSON array: agent, namespace, session. */
export interface IndexedSummary extends ItemKey {
  /** As JSON; null if it is empty. */
  readonly state: string | null;
}

const PAGE = 1000;

const SESSIONS = `
  select tenant_id as "tenantId", environment, json_build_array(agent_id, namespace_id, session_id)::text as id,
         case when outcome is null and identifiers = '{}' then null else json_build_array(outcome, identifiers, names)::text end as state
  from session_summaries`;
const SCOPES = `
  select tenant_id as "tenantId", environment, json_build_array(agent_id, namespace_id, null::text)::text as id,
         case when forms = '{}' then null else to_json(forms)::text end as state
  from identifier_forms`;

/** The parts of ids that were given, or of the last row of a page. */
const GIVEN = `select tenant_id, environment, id::json ->> 0 as agent_id, id::json ->> 1 as namespace_id, id::json ->> 2 as session_id
  from ${GIVEN_KEYS}`;
const after = (key: string): string => `
  where ($4::text is null or tenant_id = $4)
    and (not exists (select from ${GIVEN_KEYS}) or (${key}) > (select ${key} from (${GIVEN}) as last))
  order by ${key} limit ${String(PAGE)}`;

/** In the order of the primary keys, over all tenants. */
const PAGES = [
  SESSIONS + after('session_id, agent_id, namespace_id, tenant_id, environment'),
  SCOPES + after('tenant_id, environment, agent_id, namespace_id'),
];
const FIND = `
  ${SESSIONS} where (session_id, agent_id, namespace_id, tenant_id, environment) in (
    select session_id, agent_id, namespace_id, tenant_id, environment from (${GIVEN}) as given where session_id is not null)
  union all
  ${SCOPES} where (tenant_id, environment, agent_id, namespace_id) in (
    select tenant_id, environment, agent_id, namespace_id from (${GIVEN}) as given where session_id is null)`;

/** The summaries in the search index. */
export const createIndexedSummaries = (database: Database): Side<IndexedSummary> => ({
  async *pages({ tenantId }) {
    for (const sql of PAGES)
      yield* pagesOf<IndexedSummary>(PAGE, (last) =>
        readAll<IndexedSummary>(database, sql, [...keyColumns(last === undefined ? [] : [last]), tenantId ?? null]),
      );
  },
  find: (keys) => readAll<IndexedSummary>(database, FIND, keyColumns(keys)),
});
