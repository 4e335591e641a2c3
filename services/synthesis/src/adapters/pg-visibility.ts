import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import type { VisibleFilters } from '../synthesis/search-index.ts';
import { enumerateTagRanges, type ViewFilters } from './enumerate-tag-ranges.ts';
import { byKind } from './filter-query.ts';
import { readHiddenArtifacts, type HiddenArtifact } from './pg-hidden-artifacts.ts';
import type { TermQuery } from './term-query.ts';

/** What the caller may read, as the statements of a view need it. */
export interface Visibility extends ViewFilters {
  /** The filters on the entries themselves, as a query over their terms. */
  readonly query: TermQuery;
  /** Artifacts that pass the filters, but were compiled from a memory that does not. */
  readonly hiddenArtifacts: readonly HiddenArtifact[];
}

/** Read once for all statements of a view. */
export async function openVisibility(
  tx: Transaction,
  scope: TenantScope,
  filters: VisibleFilters,
): Promise<Visibility> {
  const viewFilters = await enumerateTagRanges(tx, scope, filters);
  const { memory, artifact } = viewFilters.enumerated;
  const hiddenArtifacts = await readHiddenArtifacts(tx, scope, viewFilters);
  return { ...viewFilters, query: byKind(memory, artifact), hiddenArtifacts };
}
