import { reconcilerReads } from '@strata/platform/reconcile/reconciler-reads';
import { RECONCILER_ROLE } from '../learn-schema.ts';

/** The scopes are those with anything learned, or jobs. */
export const { readAll, scopesOf } = reconcilerReads({
  role: RECONCILER_ROLE,
  statementTimeoutMs: 600_000,
  tables: [
    ['memories', 'not is_side_text'],
    ['sessions'],
    ['artifacts'],
    ['jobs'],
    ['steps'],
    ['changed_scopes'],
    ['session_summaries'],
    ['scope_summaries'],
  ],
});
