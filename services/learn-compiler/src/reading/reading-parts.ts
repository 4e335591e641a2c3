import type { describeEvents } from '@strata/contracts/calls/ingest';
import type { AccessReport, AuditReport } from '@strata/contracts/calls/organizations';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { z } from 'zod';

export type EventDescription = z.output<typeof describeEvents.response>['events'][number];

/** Records that outlive the process once they are put; what they say is known to the caller only after that. */
export interface Records {
  accesses(report: AccessReport, context: RequestContext): Promise<void>;
  audit(report: AuditReport, context: RequestContext): Promise<void>;
}

/** What everything that shows knowledge to a caller needs. */
export interface ReadingParts {
  /** By which engine a request is decided. Errors: `unavailable`. */
  readonly engineFor: (context: RequestContext) => Promise<PolicyEngine>;
  /** Those of at most 1,000 events that the caller may read. Errors: `unavailable`. */
  readonly describeEvents: (ids: readonly string[], context: RequestContext) => Promise<EventDescription[]>;
  readonly records: Records;
  readonly clock: Clock;
}
