import type { TenantScope } from '@strata/kernel/tenant-scope';
import { findReplaced } from '../compile/facts/find-replaced.ts';
import type { KnowledgeStore } from './knowledge-store.ts';

/** New claims that are compared at once. */
const PAGE_CLAIMS = 200;

/**
 * Compares every new claim with earlier and later ones of the same source, and ends the validity of those that another one
 * replaces. Safe to repeat.
 */
export async function linkClaims(
  knowledge: Pick<KnowledgeStore, 'unlinkedClaims' | 'saveReplacements'>,
  scope: TenantScope,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const sources = await knowledge.unlinkedClaims(scope, PAGE_CLAIMS);
    const linked = sources.flatMap(({ unlinked }) => unlinked);
    if (linked.length === 0) return;
    const replaced = new Map(sources.flatMap(({ claims }) => [...findReplaced(claims)]));
    await knowledge.saveReplacements(scope, linked, replaced);
  }
}
