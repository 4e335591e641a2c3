import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { ExportedPage, ExportQuery, ExportStore, StoredExport } from '../exporting/export-store.ts';
import { ARTIFACT, toArtifact, type ArtifactRow } from './pg-artifact-reader.ts';
import { MEMORY, toMemory, type MemoryRow } from './memory-rows.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const GET = `
  select status, request ->> 'userId' as "userId", requested_at as "requestedAt", finished_at as "finishedAt",
         exists (
           select from erasures join jobs as erasing on erasing.tenant_id = $1 and erasing.environment = $2
             and erasing.id = erasures.job_id
           where erasures.tenant_id = $1 and erasures.environment = $2
             and erasures.description ->> 'type' = 'user'
             and erasures.description ->> 'sha256' = encode(sha256(convert_to(jobs.request ->> 'userId', 'UTF8')), 'hex')
             and erasing.requested_at >= jobs.requested_at) as "isErased"
  from jobs where ${OWN} and id = $3 and starts_with(id, 'xpt_')`;

/** Rows up to one more than the page has, ordered by `key`. */
const pageOf = (columns: string, table: string, key: string, type: string, rows = table): string => `
  select ${columns}, ${key}::text as key from ${rows}
  where ${OWN} and user_id = $3 and created_at <= $4 and ($5::text is null or ${key} > $5::${type})
  order by ${table}.${key} limit $6`;

/** What replaced a memory is about the same end user, so the time at which it stopped holding may be shown. */
const ENDED =
  '(select *, valid_to as ended_at, replaced_by as ended_by from memories where not is_side_text) as memories';

const MEMORIES = pageOf(MEMORY, 'memories', 'seq', 'bigint', ENDED);
const COMPILED = '(select * from artifacts where not is_withdrawn) as artifacts';
const ARTIFACTS = pageOf(ARTIFACT, 'artifacts', 'id', 'text', COMPILED);

/** Exports in PostgreSQL. */
export const createPgExportStore = (database: Database): ExportStore => ({
  get: (scope, jobId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<StoredExport>(GET, [scope.tenantId, scope.environment, jobId]);
      return row;
    }),

  memories: (scope, query) =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<MemoryRow & Keyed>(MEMORIES, valuesOf(scope, query));
      return pageFrom(rows.map(toMemory), rows, query);
    }),

  artifacts: (scope, query) =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<ArtifactRow & Keyed>(ARTIFACTS, valuesOf(scope, query));
      return pageFrom(
        rows.map((row) => toArtifact(row).artifact),
        rows,
        query,
      );
    }),
});

interface Keyed {
  readonly key: string;
}

const valuesOf = ({ tenantId, environment }: TenantScope, { userId, until, after, limit }: ExportQuery): unknown[] => [
  ...[tenantId, environment, userId, until, after],
  limit + 1,
];

/** The page of the items that were read, of which there is one more than fits if another page follows. */
const pageFrom = <Item>(
  items: readonly Item[],
  rows: readonly Keyed[],
  { limit }: ExportQuery,
): ExportedPage<Item> => ({
  items: items.slice(0, limit),
  after: rows.length > limit ? (rows[limit - 1]?.key ?? null) : null,
});
