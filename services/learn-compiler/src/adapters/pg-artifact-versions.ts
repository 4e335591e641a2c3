import type { ArtifactVersion } from '@strata/contracts/schemas/artifact';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage, type PageRequest } from '@strata/platform/database/read-page';
import { filterSql } from '@strata/policy/filter-sql';
import type { ChangedArtifact } from '../learning/compiled-knowledge.ts';
import type { ArtifactVisibility } from '../reading/artifact-reader.ts';
import { citesOnlyPart, TYPES_USING_CONTEXT } from './cites-only-part.ts';
import { policyColumns } from './policy-columns.ts';

/** The earlier versions of one artifact that are kept. */
const MOST_EARLIER = 20;
/** Of a version with more source memories, none is kept. */
const MOST_SOURCES = 500;

const OWN = 'tenant_id = $1 and environment = $2';

/** What rests on something deleted is not kept. */
const KEEP = `
  with kept as (
    insert into artifact_versions (tenant_id, environment, artifact_id, version, title, content, token_count, confidence, tags,
                                   source_events, source_memories, source_sessions, compiled_at)
    select $1, $2, id, version, artifacts.title, artifacts.content, token_count, confidence, tags, source_events,
           case when cardinality(sources) <= ${String(MOST_SOURCES)} then sources end, source_sessions, compiled_at
    from artifacts join unnest($3::text[], $4::text[], $5::text[]) as next (of_artifact, title, content) on id = of_artifact
    cross join lateral (select array(
      select memory_id from artifact_memories as link where link.tenant_id = $1 and link.environment = $2 and link.artifact_id = id
      limit ${String(MOST_SOURCES + 1)}) as sources) as behind
    where ${OWN} and not is_withdrawn and (artifacts.title <> next.title or artifacts.content::jsonb <> next.content::jsonb)
    on conflict do nothing
    returning artifact_id, version)
  delete from artifact_versions as old using kept
  where old.tenant_id = $1 and old.environment = $2 and old.artifact_id = kept.artifact_id
    and old.version <= kept.version - ${String(MOST_EARLIER)}`;

/** Keeps what stored artifacts say, before they are overwritten with something else. */
export const keepVersions = (
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  artifacts: readonly ChangedArtifact[],
): Promise<number> =>
  tx.execute(KEEP, [
    ...[tenantId, environment],
    artifacts.map(({ id }) => id),
    artifacts.map(({ draft }) => draft.title),
    artifacts.map(({ draft }) => JSON.stringify(draft.content)),
  ]);

/** By the rule for artifacts: what cites only a part of its evidence can rest on anything of its learning scope. */
const FORGET = `
  delete from artifact_versions as version using artifacts
  where artifacts.tenant_id = $1 and artifacts.environment = $2 and artifacts.id = version.artifact_id
    and version.tenant_id = $1 and version.environment = $2
    and (version.artifact_id = any($4) or (coalesce(agent_id, ''), coalesce(namespace_id, '')) in (
           select agent_id, namespace_id from unnest($5::text[], $6::text[]) as place (agent_id, namespace_id))
         and (version.source_events && $3::text[] or ${citesOnlyPart('$7', 'version')}))`;

/** Deletes earlier versions with what they can rest on, and those of artifacts that were withdrawn. */
export const forgetVersions = (
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  ...of: [
    eventIds: readonly string[],
    withdrawn: readonly string[],
    agentIds: readonly string[],
    namespaceIds: readonly string[],
  ]
): Promise<number> => tx.execute(FORGET, [tenantId, environment, ...of, TYPES_USING_CONTEXT]);

const columnsOf = (table: string): string =>
  ['version', 'title', 'content', 'token_count', 'confidence', 'source_sessions', 'compiled_at']
    .map((column) => `${table}.${column}`)
    .join(', ');

const COLUMNS = `
  version, title, content, token_count as "tokenCount", confidence, source_sessions as "sourceSessions",
  compiled_at as "compiledAt", replaced_at as "replacedAt"`;

type VersionRow = Omit<ArtifactVersion, 'compiledAt' | 'replacedAt'> & { compiledAt: Date; replacedAt: Date | null };

/** The condition on earlier versions that are visible: as for artifacts. Which sources those with many have is not known. */
function visibleVersions({ artifact, artifactSources }: ArtifactVisibility, bind: (value: unknown) => string): string {
  const isVisible = filterSql(artifact, { ...policyColumns('artifacts'), tags: 'earlier.tags' }, bind);
  if (artifactSources === null) return isVisible;
  return `${isVisible} and source_memories is not null and not exists (
    select from memories where memories.id = any(source_memories) and memories.tenant_id = $1 and memories.environment = $2
      and not ${filterSql(artifactSources, policyColumns('memories'), bind)})`;
}

/** The present version of an artifact, and the visible ones of the earlier, newest first. */
export const readVersions = (
  database: Database,
  scope: TenantScope,
  id: string,
  visible: ArtifactVisibility,
  page: PageRequest,
): Promise<Page<ArtifactVersion>> =>
  database.inTenant(scope, async (tx) => {
    const values: unknown[] = [scope.tenantId, scope.environment, id];
    const from = `
      from (
        select ${columnsOf('artifacts')}, null::timestamptz as replaced_at from artifacts
        where ${OWN} and id = $3 and not is_withdrawn
        union all
        select ${columnsOf('earlier')}, replaced_at from artifact_versions as earlier
        join artifacts on artifacts.tenant_id = $1 and artifacts.environment = $2 and artifacts.id = earlier.artifact_id
        where earlier.tenant_id = $1 and earlier.environment = $2 and earlier.artifact_id = $3
          and ${visibleVersions(visible, bindTo(values))}) as versions
      where true`;
    const query = { columns: COLUMNS, from, values, seq: 'version' };
    const { items, ...rest } = await readPage<VersionRow>(tx, query, { ...page, newestFirst: true });
    return { ...rest, items: items.map(toVersion) };
  });

const toVersion = ({ compiledAt, replacedAt, ...fields }: VersionRow): ArtifactVersion => ({
  ...fields,
  compiledAt: compiledAt.toISOString(),
  replacedAt: replacedAt?.toISOString() ?? null,
});
