import { filterSql } from '@strata/platform/database/filter-sql';
import type { ArtifactVisibility } from '../reading/artifact-reader.ts';
import { policyColumns } from './policy-columns.ts';

/** The memories behind `artifacts.id`, in a statement whose $1 is the tenant and whose $2 the environment. */
export const SOURCES = `
  artifact_memories as source
  join memories as memory on memory.tenant_id = $1 and memory.environment = $2 and memory.id = source.memory_id
  where source.artifact_id = artifacts.id and source.tenant_id = $1 and source.environment = $2`;

/** Which rows of `artifacts` may be seen: those that may be themselves, and of whose sources all may be. */
export function visibleArtifacts(
  { artifact, artifactSources }: ArtifactVisibility,
  bind: (value: unknown) => string,
): string {
  const itself = filterSql(artifact, policyColumns('artifacts'), bind);
  if (artifactSources === null) return itself;
  const source = filterSql(artifactSources, policyColumns('memory'), bind);
  return `${itself} and not exists (select 1 from ${SOURCES} and not ${source})`;
}
