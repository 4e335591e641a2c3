import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listArtifactVersions as listArtifactVersionsOperation } from '@strata/contracts/operations/artifacts';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import { findArtifact } from './find-artifact.ts';
import type { ReadingParts } from './reading-parts.ts';

/**
 * One page of the versions of an artifact that the caller may read, newest first. An earlier one is hidden like an artifact, by its
 * own tags and memories. Errors: those of `findArtifact`; `validation_error` for a damaged cursor.
 */
export function listArtifactVersionsHandler(parts: ReadingParts) {
  return async function listArtifactVersions(
    { params: { id }, query: { limit, cursor } }: RequestTo<typeof listArtifactVersionsOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof listArtifactVersionsOperation>> {
    const after = continuedFrom(cursor);
    const { visible } = await findArtifact(parts, context, id, 'artifact.read');
    const page = await parts.artifacts.versions(context.scope, id, visible, { limit, after });
    return { items: [...page.items], pagination: paginationOf(page) };
  };
}
