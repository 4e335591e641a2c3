import type { RequestTo } from '@strata/contracts/operation';
import type { getArtifact as getArtifactOperation } from '@strata/contracts/operations/artifacts';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from './reading-parts.ts';
import { redactArtifacts } from './redact-artifacts.ts';
import { requireAllowed } from './require-access.ts';

/**
 * One artifact. Errors: `not_found`, also when the caller may not read it or a memory that it was compiled from (that
 * denial is in the audit log); `unavailable`.
 */
export function getArtifactHandler(parts: ReadingParts) {
  return async function getArtifact(
    { params: { id } }: RequestTo<typeof getArtifactOperation>,
    context: RequestContext,
  ): Promise<Artifact> {
    const { scope } = context;
    const decisionContext = decisionContextOf(context, parts.clock.now());
    const engine = await parts.engineFor(context);
    const stored = await parts.artifacts.get(scope, id);
    if (stored === undefined) throw notFound('The artifact');
    const visible = engine.readFilters(decisionContext);
    const { artifactSources } = visible;
    const hidden =
      artifactSources === null ? undefined : await parts.artifacts.hiddenSource(scope, id, artifactSources);
    // One hidden source decides; the visible ones change nothing.
    const sources = hidden === undefined ? [] : [hidden];
    const request = { ...decisionContext, action: 'read', kind: 'artifact', item: stored.item, sources } as const;
    await requireAllowed(parts, engine, context, request, 'artifact.read', notFound('The artifact'));
    const [artifact = stored.artifact] = await redactArtifacts(parts, context, visible, [stored]);
    return artifact;
  };
}
