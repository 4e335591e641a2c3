import type { TenantScope } from '@strata/kernel/tenant-scope';
import { findReplaced } from '../compile/facts/find-replaced.ts';
import type { KnowledgeStore } from './knowledge-store.ts';

/** New claims that are compared at once. More of them load fewer claims twice, and take more memory. */
const PAGE_CLAIMS = 1000;

/**
 * Compares every new claim with earlier and later ones of the same source, and ends the validity of those that another one
 * replaces. Safe to repeat.
 */
export async function linkClaims(
  knowledge: Pick<KnowledgeStore, 'unlinkedClaims' | 'saveReplacements'>,
  scope: TenantScope,
  signal: AbortSignal,
  pageClaims = PAGE_CLAIMS,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const sources = await knowledge.unlinkedClaims(scope, pageClaims);
    const linked = sources.flatMap(({ unlinked }) => unlinked);
    if (linked.length === 0) return;
    const replaced = new Map(sources.flatMap(({ claims }) => [...findReplaced(claims)]));
    await knowledge.saveReplacements(scope, linked, replaced);
  }
}
