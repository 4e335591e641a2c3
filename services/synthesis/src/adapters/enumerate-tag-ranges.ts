import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { among, anyLeaf, mapLeaves, passes, type Filter } from '@strata/policy/filter';
import type { VisibleFilters } from '../synthesis/search-index.ts';

const TAGS = `
  select array_agg(distinct tag) as stored from entries cross join unnest(tags) as tag
  where tenant_id = $1 and environment = $2`;

/** The filters of one view, in the two forms that its statements need. */
export interface ViewFilters {
  /** As conditions on rows. */
  readonly filters: VisibleFilters;
  /** For the text index, which has no order: each range of tags (`gte`, `lte`) replaced by the stored tags in it. */
  readonly enumerated: VisibleFilters;
}

export async function enumerateTagRanges(
  tx: Transaction,
  scope: TenantScope,
  filters: VisibleFilters,
): Promise<ViewFilters> {
  const { memory, artifact, artifactSources } = filters;
  if (![memory, artifact, artifactSources ?? true].some(hasRange)) return { filters, enumerated: filters };
  const [row] = await tx.query<{ stored: string[] | null }>(TAGS, [scope.tenantId, scope.environment]);
  const stored = row?.stored ?? [];
  const enumerated = {
    memory: withoutRanges(memory, stored),
    artifact: withoutRanges(artifact, stored),
    artifactSources: artifactSources === null ? null : withoutRanges(artifactSources, stored),
  };
  return { filters, enumerated };
}

const hasRange = (filter: Filter): boolean => anyLeaf(filter, (leaf) => !('among' in leaf));

const withoutRanges = (filter: Filter, stored: readonly string[]): Filter =>
  mapLeaves(filter, (leaf) => {
    if ('among' in leaf) return leaf;
    const untagged = { id: null, namespaceId: null, agentId: null };
    return among(
      'tags',
      stored.filter((tag) => passes(leaf, { ...untagged, tags: [tag] })),
    );
  });
