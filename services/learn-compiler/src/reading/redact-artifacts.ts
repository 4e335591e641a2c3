import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import type { ReadFilters } from '@strata/policy/policy-engine';
import type { StoredArtifact } from './artifact-reader.ts';
import { withReadableEvents } from './readable-events.ts';
import type { ReadingParts } from './reading-parts.ts';

/** Artifacts that the caller may read, without source events that they may not. Errors: `unavailable`. */
export async function redactArtifacts(
  parts: Pick<ReadingParts, 'describeEvents'>,
  context: RequestContext,
  { event }: ReadFilters,
  stored: readonly StoredArtifact[],
): Promise<Artifact[]> {
  const compiled = stored.map(({ artifact, item: { namespaceId, agentId } }) => ({
    artifact,
    namespaceId,
    agentId,
    sourceEvents: artifact.sourceEvents,
  }));
  const redacted = await withReadableEvents(parts, context, event, compiled);
  return redacted.map(({ artifact, sourceEvents }) => ({ ...artifact, sourceEvents }));
}
