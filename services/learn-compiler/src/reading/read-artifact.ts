import type { Filter, Subject } from '@strata/contracts/policies/filter';
import { principalOf } from '@strata/contracts/policies/policy-book';
import { auditOfRefusal } from '@strata/contracts/policies/refusal';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { ArtifactReader, StoredArtifact } from './artifact-reader.ts';
import { asMemory } from './as-memory.ts';
import type { ReadingParts } from './reading-parts.ts';
import { showArtifacts } from './show-artifacts.ts';

/**
 * One artifact, if the caller may read it and everything that it was compiled from. That a hidden one was asked for is put on record.
 * Errors: `not_found`; `unavailable`.
 */
export const createReadArtifact =
  (artifacts: Pick<ArtifactReader, 'get' | 'hiddenSource'>, parts: ReadingParts) =>
  async (id: string, context: RequestContext): Promise<Artifact> => {
    const { scope, actor } = context;
    const at = parts.clock.now();
    const [principal, circumstances] = [principalOf(actor), { environment: scope.environment, now: at }];
    const book = await parts.bookFor(context);
    const stored = await artifacts.get(scope, id);
    if (stored === undefined) throw notFound('The artifact');
    const visible = book.readFilters(principal, circumstances);
    const sources = await decisiveSources(artifacts, scope, stored, visible.artifactSources);
    const { subject } = stored;
    const decision = book.decide({ principal, ...circumstances, action: 'read', kind: 'artifact', subject, sources });
    if (decision.effect === 'deny') {
      const refusal = { action: 'artifact.read', resourceId: id, place: subject, decision, at } as const;
      await parts.records.audit(auditOfRefusal(refusal), context);
      throw notFound('The artifact');
    }
    const [shown = stored.artifact] = await showArtifacts(parts, context, visible, [stored]);
    return shown;
  };

/** Of what stands behind an artifact what may decide: a memory that is hidden, and the tags of all its events. */
async function decisiveSources(
  artifacts: Pick<ArtifactReader, 'hiddenSource'>,
  scope: TenantScope,
  { artifact, subject }: StoredArtifact,
  visible: Filter | null,
): Promise<Subject[]> {
  const hidden = visible === null ? undefined : await artifacts.hiddenSource(scope, artifact.id, visible);
  return [...(hidden === undefined ? [] : [hidden]), asMemory(subject)];
}
