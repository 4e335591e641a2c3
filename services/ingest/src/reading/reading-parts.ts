import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import type { EventReader } from './event-reader.ts';

/** What the handlers that return events share. */
export interface ReadingParts {
  readonly events: EventReader;
  /** The policy engine that decides a request. Errors: `unavailable`. */
  readonly engineFor: (context: RequestContext) => Promise<PolicyEngine>;
  /** Resolves when the report can no longer be lost. Errors: `unavailable`. */
  readonly audit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}
