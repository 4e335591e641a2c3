import { all, not, passes } from '@strata/policy/filter';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { bindTo } from '@strata/platform/database/bind-values';
import type { Transaction } from '@strata/platform/database/database';
import { filterSql } from '@strata/policy/filter-sql';
import { ARTIFACT_TERM } from '../indexing/lexemes.ts';
import type { Visible } from '../synthesis/search-index.ts';
import { filterQuery } from './filter-query.ts';
import { placeBound } from './place-bound.ts';
import { both, toTsquery } from './term-query.ts';
import { ENTRY, visibleRows, type Bind } from './visible-rows.ts';

/** What a memory of no namespace, agent and tag looks like: most filters let it pass, and then name what they hide. */
export const PLAIN = { id: null, namespaceId: null, agentId: null, tags: [] };

/** A source that is not among the entries, judged by the tags that it had. */
const ABSENT = { ...ENTRY, id: 's.memory_id', tags: 's.tags' };
const SOURCE = { id: 'm.id', namespaceId: 'm.namespace_id', agentId: "nullif(m.agent_id, '')", tags: 'm.tags' };

const OWN = 's.tenant_id = $1 and s.environment = $2';

/** An artifact that may not be read for its sources, as it was counted. */
export interface HiddenArtifact {
  readonly id: string;
  readonly kind: 'artifact';
  readonly agentId: string;
  readonly tags: readonly string[];
  readonly features: string;
}

/** The artifacts that are visible themselves and rest on a memory that is not. */
export async function readHiddenArtifacts(
  tx: Transaction,
  scope: TenantScope,
  visible: Visible,
  named: Visible,
): Promise<HiddenArtifact[]> {
  if (visible.artifactSources === null) return [];
  const values: unknown[] = [scope.tenantId, scope.environment];
  const bind = bindTo(values);
  return tx.query<HiddenArtifact>(
    `select id, kind, agent_id as "agentId", tags, features from entries e
     where tenant_id = $1 and environment = $2 and kind = 'artifact' and ${visibleRows(visible, bind)}
       and ${restsOnHidden(scope, visible, named, bind)} order by id`,
    values,
  );
}

/**
 * Whether the artifact `e`, which is visible itself, rests on a memory that is not, as SQL; $1 and $2 are tenant and
 * environment. `named` is `visible` without comparisons by order.
 */
export function restsOnHidden(scope: TenantScope, visible: Visible, named: Visible, bind: Bind): string {
  if (visible.artifactSources === null || named.artifactSources === null) return 'false';
  const absent = `
    select from artifact_sources s where ${OWN} and s.artifact_id = e.id and s.is_absent
      and (s.tags is null or not ${filterSql(visible.artifactSources, ABSENT, bind)})`;
  const bound = placeBound(named.artifactSources);
  const hidden = all([bound, not(named.artifactSources)]);
  // Where most memories are hidden, the first looks at an artifact's sources meet one; where few are, they are looked up.
  const present = passes(hidden, PLAIN)
    ? `exists (
        select from artifact_sources s join entries m on m.id = s.memory_id and m.tenant_id = $1 and m.environment = $2
        where ${OWN} and s.artifact_id = e.id and not ${filterSql(visible.artifactSources, SOURCE, bind)})`
    : `(e.id in (
          select s.artifact_id from find_ids(${bind(lookUp(scope, hidden))}::tsquery) as hidden (id)
          join artifact_sources s on s.memory_id = hidden.id where ${OWN})
        or not ${filterSql(bound, ENTRY, bind)}
          and exists (select from artifact_sources s where ${OWN} and s.artifact_id = e.id))`;
  return `(exists (${absent}) or ${present})`;
}

const lookUp = (scope: TenantScope, hidden: Parameters<typeof filterQuery>[0]): string | null =>
  toTsquery(scope, both([{ without: ARTIFACT_TERM }, filterQuery(hidden)]));
