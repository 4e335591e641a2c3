import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Check, Selection } from '@strata/platform/reconcile/check';
import type { Side } from '@strata/platform/reconcile/compare-items';
import { outboxCheck } from '@strata/platform/reconcile/outbox-check';
import { openDatabase } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { artifactSourcesCheck } from './adapters/reconcile/artifact-sources.ts';
import { createIndexedEntries, type IndexedEntry } from './adapters/reconcile/indexed-entries.ts';
import { createIndexedSummaries, type IndexedSummary } from './adapters/reconcile/indexed-summaries.ts';
import { scopesOf } from './adapters/reconcile/reconciler.ts';
import { statisticsCheck } from './adapters/reconcile/statistics.ts';
import { synthesisCountsCheck } from './adapters/reconcile/synthesis-counts.ts';
import { RELAY_ROLE, SYNTHESIS_SCHEMA } from './adapters/synthesis-schema.ts';
import { shownText } from './indexing/prepare-entry.ts';

/** The checks of synthesis, and what comparisons with other services need of it. */
export interface SynthesisReconciliation {
  readonly checks: readonly Check[];
  /** Those that find work which waits while the services do not run. */
  readonly whileRunning: readonly Check[];
  readonly scopes: (selection: Selection) => Promise<readonly TenantScope[]>;
  readonly entries: Side<IndexedEntry>;
  /** The text that the entry of a memory has. */
  readonly textOf: typeof shownText;
  readonly summaries: Side<IndexedSummary>;
}

/** Opens the database of synthesis for `npm run reconcile`. Errors: `unavailable`. */
export async function openSynthesisReconciliation(
  stack: CloseStack,
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<SynthesisReconciliation> {
  const database = stack.use(await openDatabase(SYNTHESIS_SCHEMA, { DATABASE_POOL_SIZE: 1 }, parts));
  return {
    checks: [statisticsCheck(database), artifactSourcesCheck(database), synthesisCountsCheck(database)],
    whileRunning: [outboxCheck({ service: 'synthesis', database, relayRole: RELAY_ROLE })],
    scopes: scopesOf(database),
    entries: createIndexedEntries(database),
    textOf: shownText,
    summaries: createIndexedSummaries(database),
  };
}
