import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { EventReader } from './event-reader.ts';

/** What everything that shows events to a caller needs. */
export interface ReadingParts {
  readonly events: Pick<EventReader, 'list' | 'get' | 'describe'>;
  /** By which engine a request is decided. Errors: `unavailable`. */
  readonly engineFor: (context: RequestContext) => Promise<PolicyEngine>;
  /** Resolves when the record cannot be lost any more. Errors: `unavailable`. */
  readonly audit: (record: AuditReport, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}
