import { reconcilerReads } from '@strata/platform/reconcile/reconciler-reads';
import { RECONCILER_ROLE } from '../synthesis-schema.ts';

/** All terms of a tenant are counted in one statement. */
export const STATEMENT_TIMEOUT_MS = 1_800_000;

/** The scopes are those with entries, or figures of them. */
export const { readAll, scopesOf } = reconcilerReads({
  role: RECONCILER_ROLE,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  tables: [
    ['populations'],
    ['synthesis_counts'],
    ['identifier_forms'],
    ['entries', "kind = 'memory'"],
    ['entries', "kind = 'artifact'"],
  ],
});
