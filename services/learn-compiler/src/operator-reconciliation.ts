import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Check, RepairIn, Selection } from '@strata/platform/reconcile/check';
import type { Side } from '@strata/platform/reconcile/compare-items';
import { outboxCheck } from '@strata/platform/reconcile/outbox-check';
import { openDatabase } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { LEARN_SCHEMA, RELAY_ROLE } from './adapters/learn-schema.ts';
import { erasuresCheck } from './adapters/reconcile/erasures.ts';
import { evidenceChecks } from './adapters/reconcile/evidence.ts';
import { indexBacklogCheck } from './adapters/reconcile/index-backlog.ts';
import { createIndexSource, indexAgain, type IndexSource } from './adapters/reconcile/index-source.ts';
import { createLearnedEvents, type LearnedEvents } from './adapters/reconcile/learned-events.ts';
import { learnedHoursCheck } from './adapters/reconcile/learned-hours.ts';
import { learnedSessionsCheck } from './adapters/reconcile/learned-sessions.ts';
import { scopesOf } from './adapters/reconcile/reconciler.ts';
import { stuckJobsCheck } from './adapters/reconcile/stuck-jobs.ts';
import { createSummarySource, sendSummaries, type SummarySource } from './adapters/reconcile/summary-source.ts';
import { withdrawnArtifactsCheck } from './adapters/reconcile/withdrawn-artifacts.ts';

/** The checks of learn-compiler, and what comparisons with other services need of it. */
export interface LearnReconciliation {
  readonly checks: readonly Check[];
  /** Those that find work which waits while the services do not run. */
  readonly whileRunning: readonly Check[];
  readonly scopes: (selection: Selection) => Promise<readonly TenantScope[]>;
  readonly events: LearnedEvents;
  readonly index: Side<IndexSource>;
  readonly indexAgain: RepairIn;
  readonly summaries: Side<SummarySource>;
  readonly sendSummaries: RepairIn;
}

/** Opens the database of learn-compiler for `npm run reconcile`. Errors: `unavailable`. */
export async function openLearnReconciliation(
  stack: CloseStack,
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
  isRunning: boolean,
): Promise<LearnReconciliation> {
  const database = stack.use(await openDatabase(LEARN_SCHEMA, { DATABASE_POOL_SIZE: 1 }, parts));
  return {
    checks: [
      stuckJobsCheck(database, isRunning),
      erasuresCheck(database),
      learnedSessionsCheck(database),
      learnedHoursCheck(database),
      ...evidenceChecks(database),
      withdrawnArtifactsCheck(database),
    ],
    whileRunning: [
      indexBacklogCheck(database),
      outboxCheck({ service: 'learn-compiler', database, relayRole: RELAY_ROLE }),
    ],
    scopes: scopesOf(database),
    events: createLearnedEvents(database),
    index: createIndexSource(database),
    indexAgain: indexAgain(database),
    summaries: createSummarySource(database),
    sendSummaries: sendSummaries(database),
  };
}
