import { filterSql } from '@strata/policy/filter-sql';
import type { ArtifactVisibility } from '../reading/artifact-reader.ts';
import { policyColumns } from './policy-columns.ts';

/** Every link of an artifact to a memory, in a statement whose $1 is the tenant and whose $2 the environment. */
const ALL_LINKS = 'artifact_memories as source';
/** Of those artifacts alone that are compiled from the memory $3, among others. */
export const LINKS_AROUND = `
  artifact_memories as around
  join artifact_memories as source on source.artifact_id = around.artifact_id
    and around.memory_id = $3 and around.tenant_id = $1 and around.environment = $2`;

/** The memories behind links: behind all of them, unless told otherwise. */
export const memoriesBehind = (links = ALL_LINKS): string => `
  ${links}
  join memories as memory on memory.tenant_id = $1 and memory.environment = $2 and memory.id = source.memory_id
    and source.tenant_id = $1 and source.environment = $2`;

/**
 * Which rows of `artifacts` may be seen: those that may be themselves, and of whose sources all may be. What a hidden memory
 * hides is worked out once (`offset 0` keeps it whole), not for each artifact.
 */
export function visibleArtifacts(
  visible: ArtifactVisibility,
  bind: (value: unknown) => string,
  links?: string,
): string {
  const { artifactSources } = visible;
  const itself = filterSql(visible.artifact, policyColumns('artifacts'), bind);
  if (artifactSources === null) return itself;
  const source = filterSql(artifactSources, policyColumns('memory'), bind);
  return `${itself} and not exists (
    select 1 from (
      select distinct source.artifact_id as id from ${memoriesBehind(links)} where not ${source} offset 0) as hidden
    where hidden.id = artifacts.id)`;
}
