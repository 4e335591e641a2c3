import type { recordAudit } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { derivedId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';
import type { z } from 'zod';
import { auditEntry, type UnchainedEntry } from './audit-entry.ts';
import { byTenant } from './by-tenant.ts';
import type { Governance } from './governance.ts';

export interface AuditCommand {
  readonly payload: z.output<typeof recordAudit.payload>;
  readonly context: RequestContext;
}

export interface AuditRecorder {
  /**
   * Appends the entries that `address` returns to the log of each organization, in one transaction. Entries whose id is
   * in a log already are skipped.
   */
  record(
    scope: TenantScope,
    places: readonly Place[],
    address: (governance: Governance) => ReadonlyMap<string, readonly UnchainedEntry[]>,
  ): Promise<void>;
}

export interface RecordAuditParts {
  readonly recorder: AuditRecorder;
  readonly clock: Clock;
}

/** Appends the entries of other services to the audit logs of the organizations concerned. Safe to repeat. */
export function recordAuditHandler({ recorder, clock }: RecordAuditParts) {
  return async function recordAudit(commands: readonly AuditCommand[]): Promise<void> {
    for (const ofTenant of byTenant(commands)) {
      const [{ context }] = ofTenant;
      const places = ofTenant.flatMap(({ payload: { place } }) => (place === null ? [] : [place]));
      await recorder.record(context.scope, places, (governance) => {
        const addressed = new Map<string, UnchainedEntry[]>();
        for (const command of ofTenant)
          for (const organizationId of addressees(command, governance)) {
            const entries = addressed.get(organizationId) ?? [];
            entries.push(...entriesFor(organizationId, command, clock.now()));
            addressed.set(organizationId, entries);
          }
        return addressed;
      });
    }
  };
}

/** An organization that is not of the tenant has no log here: then the tenant-wide ones record who named it. */
function addressees({ payload: { organizationId, place } }: AuditCommand, governance: Governance): readonly string[] {
  if (organizationId !== null)
    return governance.organizationIds.includes(organizationId) ? [organizationId] : governance.tenantWideIds;
  const governing = place === null ? null : governance.organizationOf(place);
  return governing === null ? governance.tenantWideIds : [governing];
}

/** Times in the future become now: a log's times never go back, so one fast clock would move the whole log ahead. */
const entriesFor = (organizationId: string, { payload, context }: AuditCommand, now: Date): UnchainedEntry[] =>
  payload.entries.map(({ entryId, at, ...event }) => {
    const reported = new Date(at);
    const id = derivedId('aud', organizationId, entryId);
    const entry = auditEntry({ ...event, id, at: reported < now ? reported : now }, context);
    const named = payload.organizationId;
    if (named === null || named === organizationId) return entry;
    return { ...entry, changes: { ...entry.changes, after: { ...entry.changes?.after, organizationId: named } } };
  });
