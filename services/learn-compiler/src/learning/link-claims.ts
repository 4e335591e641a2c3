import type { TenantScope } from '@strata/kernel/tenant-scope';
import { KnownClaims } from '../compile/facts/known-claims.ts';
import { findReplaced } from '../compile/facts/find-replaced.ts';
import type { KnowledgeStore } from './knowledge-store.ts';

/** New claims that are compared at once. More of them load fewer claims twice, and take more memory. */
const PAGE_CLAIMS = 2000;
/** Claims that are kept from page to page, about 2 kB each. */
const MOST_KNOWN = 50_000;

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
  const known = new KnownClaims(MOST_KNOWN);
  for (;;) {
    signal.throwIfAborted();
    known.bound();
    const sources = await knowledge.unlinkedClaims(scope, pageClaims, known);
    const linked = sources.flatMap(({ unlinked }) => unlinked);
    if (linked.length === 0) return;
    const replaced = new Map(sources.flatMap(({ claims }) => [...findReplaced(claims, known.table)]));
    await knowledge.saveReplacements(scope, linked, replaced);
  }
}
