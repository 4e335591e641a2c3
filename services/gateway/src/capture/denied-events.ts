import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { Place } from '@strata/policy/place';
import type { Decision, PolicyEngine } from '@strata/policy/policy-engine';
import { newId } from '@strata/kernel/ids';

/** Maximum number of entries for one request, unless more organizations than that govern the events. */
const MAX_ENTRIES = 20;

/** Events of one request with the same place that were denied for the same reason: one entry of the audit log. */
interface Denial {
  /** The organization that governs the place; null if none does. */
  readonly organizationId: string | null;
  readonly place: Place;
  readonly reason: string;
  events: number;
  /** How many further places or reasons had no room for an entry of their own; their events are counted here. */
  others: number;
}

/** Sums up the denied events of one request for the audit log, which must not grow with the size of a batch. */
export class DeniedEvents {
  readonly #engine: Pick<PolicyEngine, 'organizationOf'>;
  readonly #denials: Denial[] = [];
  readonly #byKey = new Map<string, Denial>();

  constructor(engine: Pick<PolicyEngine, 'organizationOf'>) {
    this.#engine = engine;
  }

  add({ namespaceId, agentId }: Place, { policy, reason }: Pick<Decision, 'policy' | 'reason'>, count: number): void {
    // If there is a namespace, it alone decides which organization records the denial, and the entry names only it.
    const key = JSON.stringify([namespaceId, namespaceId === null ? agentId : null, policy?.id, reason]);
    const denial = this.#byKey.get(key) ?? this.#denialFor({ namespaceId, agentId }, reason);
    this.#byKey.set(key, denial);
    denial.events += count;
  }

  /** A new entry while there is room, else the last one with the same reason, or else the last one of the organization. */
  #denialFor(place: Place, reason: string): Denial {
    const organizationId = this.#engine.organizationOf(place);
    if (this.#denials.length >= MAX_ENTRIES) {
      const sameOrganization = this.#denials.filter((denial) => denial.organizationId === organizationId);
      const last = sameOrganization.findLast((denial) => denial.reason === reason) ?? sameOrganization.at(-1);
      if (last !== undefined) {
        last.others += 1;
        return last;
      }
    }
    const denial = { organizationId, place, reason, events: 0, others: 0 };
    this.#denials.push(denial);
    return denial;
  }

  /** One report for each governing organization, and one for every organization of the tenant if none governs the place. */
  reports(action: string, at: Date): AuditReport[] {
    const reports = new Map<string | null, AuditReport>();
    for (const { organizationId, place, reason, events, others } of this.#denials) {
      const report: AuditReport = reports.get(organizationId) ?? { place, entries: [] };
      reports.set(organizationId, report);
      report.entries.push({
        entryId: newId('aud'),
        action,
        outcome: 'denied',
        at: at.toISOString(),
        resourceId: place.namespaceId ?? place.agentId,
        changes: { reason, after: others === 0 ? { events } : { events, others } },
      });
    }
    return [...reports.values()];
  }
}
