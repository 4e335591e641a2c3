import { among, anyLeaf, mapLeaves, passes, type Filter } from '@strata/policy/filter';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { Visible } from '../synthesis/search-index.ts';

const TAGS = `
  select array_agg(distinct tag) as held from entries cross join unnest(tags) as tag
  where tenant_id = $1 and environment = $2`;

/** The same filters, with the tags that there are named one by one where they were compared by order. */
export async function withoutRanges(tx: Transaction, scope: TenantScope, visible: Visible): Promise<Visible> {
  const { memory, artifact, artifactSources } = visible;
  const ranged = [memory, artifact, artifactSources ?? true].filter(hasRange);
  if (ranged.length === 0) return visible;
  const [row] = await tx.query<{ held: string[] | null }>(TAGS, [scope.tenantId, scope.environment]);
  const held = row?.held ?? [];
  return {
    memory: named(memory, held),
    artifact: named(artifact, held),
    artifactSources: artifactSources === null ? null : named(artifactSources, held),
  };
}

const hasRange = (filter: Filter): boolean => anyLeaf(filter, (leaf) => !('among' in leaf));

const named = (filter: Filter, held: readonly string[]): Filter =>
  mapLeaves(filter, (leaf) => {
    if ('among' in leaf) return leaf;
    const nothing = { id: null, namespaceId: null, agentId: null };
    return among(
      'tags',
      held.filter((tag) => passes(leaf, { ...nothing, tags: [tag] })),
    );
  });
