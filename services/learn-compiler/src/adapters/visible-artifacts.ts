import { filterSql } from '@strata/policy/filter-sql';
import type { ArtifactVisibility } from '../reading/artifact-reader.ts';
import { policyColumns } from './policy-columns.ts';

/** Every link of an artifact to a memory. In this file, $1 is the tenant and $2 the environment. */
const ALL_LINKS = 'artifact_memories as source';
/** The links of those artifacts that are compiled from memory $3. */
export const LINKS_AROUND = `
  artifact_memories as around
  join artifact_memories as source on source.artifact_id = around.artifact_id
    and around.memory_id = $3 and around.tenant_id = $1 and around.environment = $2`;

/** The memories at the end of links; of all links by default. */
export const memoriesBehind = (links = ALL_LINKS): string => `
  ${links}
  join memories as memory on memory.tenant_id = $1 and memory.environment = $2 and memory.id = source.memory_id
    and source.tenant_id = $1 and source.environment = $2`;

/**
 * The condition on rows of `artifacts` that are visible: the artifact passes its filter, and all its sources pass theirs.
 * The artifacts with a hidden source are found once, not row by row: `offset 0` keeps the planner from merging the subquery.
 */
export function visibleArtifacts(
  visible: ArtifactVisibility,
  bind: (value: unknown) => string,
  links?: string,
): string {
  const { artifactSources } = visible;
  const isVisible = filterSql(visible.artifact, policyColumns('artifacts'), bind);
  if (artifactSources === null) return isVisible;
  const source = filterSql(artifactSources, policyColumns('memory'), bind);
  return `${isVisible} and not exists (
    select 1 from (
      select distinct source.artifact_id as id from ${memoriesBehind(links)} where not ${source} offset 0) as hidden
    where hidden.id = artifacts.id)`;
}
