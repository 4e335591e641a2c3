import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { Operation } from '@strata/contracts/operation';
import { auditActionOf } from '@strata/contracts/operations/audit-actions';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { AppError } from '@strata/kernel/errors';
import { looksLikeId, newId } from '@strata/kernel/ids';
import { LRUCache } from 'lru-cache';
import { entriesUpTo } from '../caches/entries-up-to.ts';

const WINDOW_MS = 60_000;
/** Entries for one actor in a window, by one process. */
const MOST_ENTRIES = 10;
const MOST_ACTORS = 10_000;

interface Attempts {
  readonly since: number;
  entries: number;
  others: number;
}

export interface RecordAttemptParts {
  /** Sends a report to the audit logs of the context's tenant. Errors: `unavailable`. */
  readonly recordAudit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}

/** Resolves when the attempt will reach the audit log, or is one of too many. Errors: those of `recordAudit`. */
export type RecordAttempt = (
  operation: Pick<Operation, 'name'>,
  named: Readonly<Record<string, string>>,
  denial: AppError,
  context: RequestContext,
) => Promise<void>;

/**
 * Records that a caller named something that does not exist for it: of another tenant, or of none. The entry is in the logs of
 * the caller's own tenant-wide organizations, and says nothing about whether the thing exists. At most ten entries a minute for
 * one actor; the next one counts those left out as `others`.
 */
export function createRecordAttempt({ recordAudit, clock }: RecordAttemptParts): RecordAttempt {
  const recent = new LRUCache<string, Attempts>(entriesUpTo(MOST_ACTORS));

  /** How many attempts were left out before this one; undefined if this one is left out too. */
  const admit = ({ scope, actor }: RequestContext, now: number): number | undefined => {
    const key = `${scope.tenantId} ${actor.id}`;
    const known = recent.get(key);
    const isCurrent = known !== undefined && known.since > now - WINDOW_MS;
    const attempts = isCurrent ? known : { since: now, entries: 0, others: known?.others ?? 0 };
    recent.set(key, attempts);
    if (attempts.entries >= MOST_ENTRIES) {
      attempts.others += 1;
      return undefined;
    }
    attempts.entries += 1;
    const { others } = attempts;
    attempts.others = 0;
    return others;
  };

  return async function recordAttempt(operation, named, { message: reason }, context) {
    const at = clock.now();
    const others = admit(context, at.getTime());
    if (others === undefined) return;
    // A value that does not look like an id could be a secret, sent in the wrong place.
    const ids = Object.fromEntries(Object.entries(named).map(([name, id]) => [name, looksLikeId(id) ? id : null]));
    const changes = { reason, after: others === 0 ? ids : { ...ids, others } };
    const what = { action: auditActionOf(operation), outcome: 'denied', resourceId: null } as const;
    await recordAudit({ entries: [{ entryId: newId('aud'), ...what, changes, at: at.toISOString() }] }, context);
  };
}
