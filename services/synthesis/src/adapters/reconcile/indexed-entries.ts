import type { Database } from '@strata/platform/database/database';
import type { ItemKey, Side } from '@strata/platform/reconcile/compare-items';
import { GIVEN_KEYS, keyColumns, pagesOf } from '@strata/platform/reconcile/key-pages';
import { readAll } from './reconciler.ts';

/** An entry, as far as it can be compared with what it was made of. */
export interface IndexedEntry extends ItemKey {
  readonly kind: 'memory' | 'artifact';
  readonly revision: number;
  readonly agentId: string | null;
  readonly namespaceId: string | null;
  readonly userId: string | null;
  readonly tags: readonly string[];
  readonly body: string;
  /** A hash of the memories that an artifact was compiled from; null for a memory. */
  readonly sources: string | null;
}

const PAGE = 1000;

const COLUMNS = `
  entries.tenant_id as "tenantId", entries.environment, entries.id, kind, revision::float8 as revision,
  nullif(agent_id, '') as "agentId", namespace_id as "namespaceId", user_id as "userId", tags, body,
  case when kind = 'artifact' then (
    select md5(coalesce(string_agg(memory_id, ' ' order by memory_id collate "C"), '')) from artifact_sources as source
    where source.artifact_id = entries.id and source.tenant_id = entries.tenant_id and source.environment = entries.environment)
  end as sources`;

/** In the order of the primary key, over all tenants. */
const NEXT = `
  select ${COLUMNS} from entries where (id, tenant_id, environment) > ($1, $2, $3) and ($4::text is null or tenant_id = $4)
  order by entries.id, entries.tenant_id, entries.environment limit ${String(PAGE)}`;
const FIND = `
  select ${COLUMNS} from entries
  where (id, tenant_id, environment) in (select id, tenant_id, environment from ${GIVEN_KEYS})`;

/** The entries of the search index. */
export const createIndexedEntries = (database: Database): Side<IndexedEntry> => ({
  pages: ({ tenantId }) =>
    pagesOf<IndexedEntry>(PAGE, (last) =>
      readAll<IndexedEntry>(database, NEXT, [
        ...[last?.id ?? '', last?.tenantId ?? '', last?.environment ?? ''],
        tenantId ?? null,
      ]),
    ),
  find: (keys) => readAll<IndexedEntry>(database, FIND, keyColumns(keys)),
});
