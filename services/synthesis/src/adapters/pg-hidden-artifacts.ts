import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Transaction } from '@strata/platform/database/database';
import { all, not, passes, type Filter } from '@strata/policy/filter';
import { filterSql } from '@strata/policy/filter-sql';
import { ARTIFACT_TERM } from '../indexing/lexemes.ts';
import type { ViewFilters } from './enumerate-tag-ranges.ts';
import { filterQuery } from './filter-query.ts';
import { placeBound } from './place-bound.ts';
import { allOf, toTsquery } from './term-query.ts';
import { ENTRY, visibleRows, type Bind } from './visible-rows.ts';

/**
 * A memory without namespace, agent, end user and tags, to test filters with. A filter that lets it pass hides only what it names,
 * and these entries can be looked up by their terms. A filter that hides it hides most entries.
 */
export const PLAIN_ITEM = { id: null, namespaceId: null, agentId: null, tags: [] };

/** A source that is not among the entries: with the tags that it had, and the place of the artifact `e`. */
const ABSENT = { ...ENTRY, id: 's.memory_id', tags: 's.tags' };
const SOURCE = {
  id: 'm.id',
  namespaceId: 'm.namespace_id',
  agentId: "nullif(m.agent_id, '')",
  userId: 'm.user_id',
  tags: 'm.tags',
};

const OWN = 's.tenant_id = $1 and s.environment = $2';

/** An artifact that is hidden because of its sources, with what the statistics count of it. */
export interface HiddenArtifact {
  readonly id: string;
  readonly kind: 'artifact';
  readonly agentId: string;
  readonly tags: readonly string[];
  readonly features: string;
}

/** The artifacts that pass their filter, but were compiled from a memory that does not. */
export async function readHiddenArtifacts(
  tx: Transaction,
  scope: TenantScope,
  viewFilters: ViewFilters,
): Promise<HiddenArtifact[]> {
  const { filters } = viewFilters;
  if (filters.artifactSources === null) return [];
  const values: unknown[] = [scope.tenantId, scope.environment];
  const bind = bindTo(values);
  return tx.query<HiddenArtifact>(
    `select id, kind, agent_id as "agentId", tags, features from entries e
     where tenant_id = $1 and environment = $2 and kind = 'artifact' and ${visibleRows(filters, bind)}
       and ${hasHiddenSource(scope, viewFilters, bind)} order by id`,
    values,
  );
}

/** Whether the artifact `e` was compiled from a hidden memory, as SQL; $1 and $2 are tenant and environment. */
export function hasHiddenSource(scope: TenantScope, { filters, enumerated }: ViewFilters, bind: Bind): string {
  if (filters.artifactSources === null || enumerated.artifactSources === null) return 'false';
  const absent = `
    select from artifact_sources s where ${OWN} and s.artifact_id = e.id and s.is_absent
      and (s.tags is null or not ${filterSql(filters.artifactSources, ABSENT, bind)})`;
  const bound = placeBound(enumerated.artifactSources);
  const hidden = all([bound, not(enumerated.artifactSources)]);
  // If most memories are hidden, a hidden source is soon found among an artifact's sources; if few are, they are looked up.
  const present = passes(hidden, PLAIN_ITEM)
    ? `exists (
        select from artifact_sources s join entries m on m.id = s.memory_id and m.tenant_id = $1 and m.environment = $2
        where ${OWN} and s.artifact_id = e.id and not ${filterSql(filters.artifactSources, SOURCE, bind)})`
    : `(e.id in (
          select s.artifact_id from find_ids(${bind(memoryQuery(scope, hidden))}::tsquery) as hidden (id)
          join artifact_sources s on s.memory_id = hidden.id where ${OWN})
        or not ${filterSql(bound, ENTRY, bind)}
          and exists (select from artifact_sources s where ${OWN} and s.artifact_id = e.id))`;
  return `(exists (${absent}) or ${present})`;
}

const memoryQuery = (scope: TenantScope, filter: Filter): string | null =>
  toTsquery(scope, allOf([{ without: ARTIFACT_TERM }, filterQuery(filter)]));
