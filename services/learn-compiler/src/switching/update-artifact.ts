import type { RequestTo } from '@strata/contracts/operation';
import type { updateArtifact as updateArtifactOperation } from '@strata/contracts/operations/artifacts';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { StoredItem } from '../reading/artifact-reader.ts';
import { findArtifact } from '../reading/find-artifact.ts';
import { getArtifactHandler } from '../reading/get-artifact.ts';
import type { ReadingParts } from '../reading/reading-parts.ts';
import { requireChangeable } from '../reading/require-access.ts';

type Update = RequestTo<typeof updateArtifactOperation>;

/**
 * Switches an artifact off or on, queues that for the search index, and adds it to the audit log, in one transaction. Changes
 * nothing if the artifact is so already.
 */
export type SwitchStoredArtifact = (
  item: StoredItem,
  change: Update['body'],
  at: Date,
  context: RequestContext,
) => Promise<void>;

export interface SwitchingParts extends ReadingParts {
  readonly switchArtifact: SwitchStoredArtifact;
  readonly sendToIndex: (scope: TenantScope) => Promise<void>;
}

/**
 * Switches an artifact off or on. The response comes after the search index has the change. If the index does not reply, the change
 * is made all the same, and a repeated call or the next sweep tells the index.
 * Errors: `not_found`; `forbidden` when the caller may read but not change it; `unavailable`.
 */
export function updateArtifactHandler(parts: SwitchingParts) {
  const getArtifact = getArtifactHandler(parts);
  return async function updateArtifact({ params, query, body }: Update, context: RequestContext): Promise<Artifact> {
    const { stored, engine } = await findArtifact(parts, context, params.id, 'artifact.update');
    await requireChangeable(parts, engine, context, { kind: 'artifact', item: stored.item }, 'artifact.update');
    await parts.switchArtifact(stored.item, body, parts.clock.now(), context);
    await parts.sendToIndex(context.scope);
    return getArtifact({ params, query, body: undefined }, context);
  };
}
