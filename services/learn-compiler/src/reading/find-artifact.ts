import type { AuditAction } from '@strata/contracts/operations/audit-actions';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { PolicyEngine, ReadFilters } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { StoredArtifact } from './artifact-reader.ts';
import type { ReadingParts } from './reading-parts.ts';
import { requireAllowed } from './require-access.ts';

export interface FoundArtifact {
  readonly stored: StoredArtifact;
  readonly engine: PolicyEngine;
  /** What its reader may read. */
  readonly visible: ReadFilters;
}

/**
 * An artifact that the caller may read. Errors: `not_found`, also when the caller may not read it or a memory that it was compiled
 * from (that denial is in the audit log, under `action`); `unavailable`.
 */
export async function findArtifact(
  parts: ReadingParts,
  context: RequestContext,
  id: string,
  action: AuditAction,
): Promise<FoundArtifact> {
  const { scope } = context;
  const decisionContext = decisionContextOf(context, parts.clock.now());
  const engine = await parts.engineFor(context);
  const stored = await parts.artifacts.get(scope, id);
  if (stored === undefined) throw notFound('The artifact');
  const visible = engine.readFilters(decisionContext);
  const { artifactSources } = visible;
  const hidden = artifactSources === null ? undefined : await parts.artifacts.hiddenSource(scope, id, artifactSources);
  // One hidden source decides; the visible ones change nothing.
  const sources = hidden === undefined ? [] : [hidden];
  const request = { ...decisionContext, action: 'read', kind: 'artifact', item: stored.item, sources } as const;
  await requireAllowed(parts, engine, context, request, action, notFound('The artifact'));
  return { stored, engine, visible };
}
