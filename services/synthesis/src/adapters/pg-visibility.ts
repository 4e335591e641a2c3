import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { byKind } from './filter-query.ts';
import type { Visible } from '../synthesis/search-index.ts';
import { readHiddenArtifacts, type HiddenArtifact } from './pg-hidden-artifacts.ts';
import type { TermQuery } from './term-query.ts';
import { withoutRanges } from './without-ranges.ts';

/** What may be seen, as the index's questions need it. */
export interface Visibility {
  /** The filters, as conditions on rows. */
  readonly visible: Visible;
  /** The same without comparisons by order, for looking along the text index. */
  readonly named: Visible;
  /** The filters on the entries themselves. */
  readonly query: TermQuery;
  /** Visible themselves, but for a memory that they rest on. */
  readonly hiddenArtifacts: readonly HiddenArtifact[];
}

/** Works out what may be seen now; once for all questions of a view. */
export async function openVisibility(tx: Transaction, scope: TenantScope, visible: Visible): Promise<Visibility> {
  const named = await withoutRanges(tx, scope, visible);
  const hiddenArtifacts = await readHiddenArtifacts(tx, scope, visible, named);
  return { visible, named, query: byKind(named.memory, named.artifact), hiddenArtifacts };
}
