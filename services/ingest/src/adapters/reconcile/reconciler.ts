import { reconcilerReads } from '@strata/platform/reconcile/reconciler-reads';
import { RECONCILER_ROLE } from '../ingest-schema.ts';

/** The scopes are those that have events, or once had. */
export const { readAll, scopesOf } = reconcilerReads({
  role: RECONCILER_ROLE,
  statementTimeoutMs: 600_000,
  tables: [['events'], ['event_counts'], ['open_sessions'], ['batch_chunks']],
});
