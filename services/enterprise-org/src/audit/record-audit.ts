import type { recordAudit } from '@strata/contracts/calls/organizations';
import type { Place } from '@strata/policy/place';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { derivedId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import { byTenant } from './by-tenant.ts';
import { entryOf, type UnchainedEntry } from './entry.ts';
import type { Governance } from './governance.ts';

export interface AuditCommand {
  readonly payload: z.output<typeof recordAudit.payload>;
  readonly context: RequestContext;
}

export interface AuditRecorder {
  /**
   * Appends what `address` makes of it to each organization's log, in one transaction; an id that a log has already is
   * left out.
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
  /** Told of what names an organization that is not of its tenant, which is dropped. */
  readonly onStray: (organizationId: string, context: RequestContext) => void;
}

/** Appends what other services tell to the logs that it concerns. Safe to repeat. */
export const createRecordAudit =
  ({ recorder, clock, onStray }: RecordAuditParts) =>
  async (commands: readonly AuditCommand[]): Promise<void> => {
    for (const own of byTenant(commands)) {
      const [{ context }] = own;
      const places = own.flatMap(({ payload: { place } }) => (place === null ? [] : [place]));
      await recorder.record(context.scope, places, (governance) => {
        const addressed = new Map<string, UnchainedEntry[]>();
        for (const command of own)
          for (const organizationId of addressees(command, governance, onStray)) {
            const entries = addressed.get(organizationId) ?? [];
            entries.push(...entriesFor(organizationId, command, clock.now()));
            addressed.set(organizationId, entries);
          }
        return addressed;
      });
    }
  };

function addressees(
  { payload: { organizationId, place }, context }: AuditCommand,
  governance: Governance,
  onStray: RecordAuditParts['onStray'],
): readonly string[] {
  if (organizationId !== null) {
    if (governance.organizationIds.includes(organizationId)) return [organizationId];
    onStray(organizationId, context);
    return [];
  }
  const governing = place === null ? null : governance.organizationOf(place);
  return governing === null ? governance.ofTenant : [governing];
}

/** A clock that is ahead would move the whole log ahead, since its times never go back. */
const entriesFor = (organizationId: string, { payload, context }: AuditCommand, now: Date): UnchainedEntry[] =>
  payload.entries.map(({ entryId, at, ...deed }) => {
    const told = new Date(at);
    return entryOf({ ...deed, id: derivedId('aud', organizationId, entryId), at: told < now ? told : now }, context);
  });
