import type { AcceptedEvent } from '@strata/contracts/calls/ingest';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { Decision, PolicyBook } from '@strata/contracts/policies/policy-book';
import { newId } from '@strata/kernel/ids';

type Place = Pick<AcceptedEvent, 'namespaceId' | 'agentId'>;

/** Events of one request that were denied for the same reason, and that the audit log calls by one name. */
interface Denial {
  readonly place: Place;
  readonly reason: string;
  events: number;
}

/** What the policies denied of one request, summed up for the audit log: it must not grow with a batch's size. */
export class DeniedEvents {
  readonly #book: Pick<PolicyBook, 'organizationOf'>;
  readonly #denials = new Map<string, Denial>();

  constructor(book: Pick<PolicyBook, 'organizationOf'>) {
    this.#book = book;
  }

  add({ namespaceId, agentId }: Place, { policy, reason }: Decision, count: number): void {
    // Where there is a namespace it decides whose log it is, and the entry names it alone.
    const name = JSON.stringify([namespaceId, namespaceId === null ? agentId : null, policy?.id, reason]);
    const known = this.#denials.get(name);
    if (known === undefined) this.#denials.set(name, { place: { namespaceId, agentId }, reason, events: count });
    else known.events += count;
  }

  /** One report for each organization that has a say, or for all of the tenant's where none has it alone. */
  reports(action: string, at: Date): AuditReport[] {
    const reports = new Map<string | null, AuditReport>();
    for (const { place, reason, events } of this.#denials.values()) {
      const toWhom = this.#book.organizationOf(place);
      const report = reports.get(toWhom) ?? { place, entries: [] };
      reports.set(toWhom, report);
      report.entries.push({
        ...{ entryId: newId('aud'), action, outcome: 'denied', at: at.toISOString() },
        resourceId: place.namespaceId ?? place.agentId,
        changes: { reason, after: { events } },
      });
    }
    return [...reports.values()];
  }
}
