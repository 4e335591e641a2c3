import type { RequestTo } from '@strata/contracts/operation';
import type { getArtifact as getArtifactOperation } from '@strata/contracts/operations/artifacts';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import { findArtifact } from './find-artifact.ts';
import type { ReadingParts } from './reading-parts.ts';
import { redactArtifacts } from './redact-artifacts.ts';

/** One artifact. Errors: those of `findArtifact`. */
export function getArtifactHandler(parts: ReadingParts) {
  return async function getArtifact(
    { params: { id } }: RequestTo<typeof getArtifactOperation>,
    context: RequestContext,
  ): Promise<Artifact> {
    const { stored, visible } = await findArtifact(parts, context, id, 'artifact.read');
    const [artifact = stored.artifact] = await redactArtifacts(parts, context, visible, [stored]);
    return artifact;
  };
}
