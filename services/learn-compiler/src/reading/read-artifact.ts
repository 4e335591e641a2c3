import { decisionContextOf } from '@strata/policy/principal';
import { denialReport } from '@strata/policy/denial-report';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { ArtifactReader } from './artifact-reader.ts';
import type { ReadingParts } from './reading-parts.ts';
import { showArtifacts } from './show-artifacts.ts';

/**
 * One artifact, if the caller may read it and everything that it was compiled from. That a hidden one was asked for is put on record.
 * Errors: `not_found`; `unavailable`.
 */
export const createReadArtifact =
  (artifacts: Pick<ArtifactReader, 'get' | 'hiddenSource'>, parts: ReadingParts) =>
  async (id: string, context: RequestContext): Promise<Artifact> => {
    const asked = decisionContextOf(context, parts.clock.now());
    const engine = await parts.engineFor(context);
    const stored = await artifacts.get(context.scope, id);
    if (stored === undefined) throw notFound('The artifact');
    const visible = engine.readFilters(asked);
    const { artifactSources } = visible;
    const hidden =
      artifactSources === null ? undefined : await artifacts.hiddenSource(context.scope, id, artifactSources);
    const { subject } = stored;
    // Of the memories behind it the hidden one decides, if there is one.
    const sources = hidden === undefined ? [] : [hidden];
    const request = { ...asked, action: 'read', kind: 'artifact', item: subject, sources } as const;
    const refusal = denialReport(engine, request, 'artifact.read');
    if (refusal !== null) {
      await parts.records.audit(refusal, context);
      throw notFound('The artifact');
    }
    const [shown = stored.artifact] = await showArtifacts(parts, context, visible, [stored]);
    return shown;
  };
