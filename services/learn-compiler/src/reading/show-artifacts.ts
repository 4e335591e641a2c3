import type { ReadFilters } from '@strata/policy/policy-engine';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import type { StoredArtifact } from './artifact-reader.ts';
import { withNameableEvents } from './name-events.ts';
import type { ReadingParts } from './reading-parts.ts';

/** Artifacts that the caller may read, without the events that they may not. Errors: `unavailable`. */
export async function showArtifacts(
  parts: ReadingParts,
  context: RequestContext,
  { event }: ReadFilters,
  stored: readonly StoredArtifact[],
): Promise<Artifact[]> {
  const things = stored.map(({ artifact, subject: { namespaceId, agentId } }) => ({
    artifact,
    namespaceId,
    agentId,
    sourceEvents: artifact.sourceEvents,
  }));
  const shown = await withNameableEvents(parts, context, event, things);
  return shown.map(({ artifact, sourceEvents }) => ({ ...artifact, sourceEvents }));
}
