import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { Place } from '@strata/policy/place';
import type { Decision, PolicyEngine } from '@strata/policy/policy-engine';
import { newId } from '@strata/kernel/ids';

/** Most entries of one request, unless more organizations than that have a say. */
const MOST_ENTRIES = 20;

/** Events of one request that were denied for the same reason, and that the audit log calls by one name. */
interface Denial {
  readonly toWhom: string | null;
  readonly place: Place;
  readonly reason: string;
  events: number;
  /** Of how many other places or reasons there was no room to tell alone, and whose events are counted here. */
  others: number;
}

/** What the policies denied of one request, summed up for the audit log: it must not grow with a batch's size. */
export class DeniedEvents {
  readonly #engine: Pick<PolicyEngine, 'organizationOf'>;
  readonly #denials: Denial[] = [];
  readonly #byName = new Map<string, Denial>();

  constructor(engine: Pick<PolicyEngine, 'organizationOf'>) {
    this.#engine = engine;
  }

  add({ namespaceId, agentId }: Place, { policy, reason }: Decision, count: number): void {
    // Where there is a namespace it decides whose log it is, and the entry names it alone.
    const name = JSON.stringify([namespaceId, namespaceId === null ? agentId : null, policy?.id, reason]);
    const denial = this.#byName.get(name) ?? this.#denialFor({ namespaceId, agentId }, reason);
    this.#byName.set(name, denial);
    denial.events += count;
  }

  /** One of its own while there is room, else the last for the same reason, or at least in the same log. */
  #denialFor(place: Place, reason: string): Denial {
    const toWhom = this.#engine.organizationOf(place);
    if (this.#denials.length >= MOST_ENTRIES) {
      const sameLog = this.#denials.filter((denial) => denial.toWhom === toWhom);
      const last = sameLog.findLast((denial) => denial.reason === reason) ?? sameLog.at(-1);
      if (last !== undefined) {
        last.others += 1;
        return last;
      }
    }
    const denial = { toWhom, place, reason, events: 0, others: 0 };
    this.#denials.push(denial);
    return denial;
  }

  /** One report for each organization that has a say, or for all of the tenant's where none has it alone. */
  reports(action: string, at: Date): AuditReport[] {
    const reports = new Map<string | null, AuditReport>();
    for (const { toWhom, place, reason, events, others } of this.#denials) {
      const report: AuditReport = reports.get(toWhom) ?? { place, entries: [] };
      reports.set(toWhom, report);
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
