import { ofEndUser } from '@strata/policy/end-users';
import { all } from '@strata/policy/filter';
import type { ReadFilters } from '@strata/policy/policy-engine';
import type { VisibleFilters } from './search-index.ts';

/**
 * What the caller may read, without what is about other end users. An artifact that was learned across end users rests on
 * memories that none of them is shown, so its sources are not limited.
 */
export function forEndUser(
  { memory, artifact, artifactSources }: ReadFilters,
  userId: string | undefined,
): VisibleFilters {
  const own = ofEndUser(userId);
  return {
    memory: all([memory, own]),
    artifact: all([artifact, own]),
    artifactSources,
    users: userId === undefined ? [''] : ['', userId],
  };
}
