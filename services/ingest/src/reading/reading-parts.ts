import type { findEndedSessions, readHiddenSources } from '@strata/contracts/calls/learn';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import type { EventReader } from './event-reader.ts';

/** What the handlers that return events share. */
export interface ReadingParts {
  readonly events: EventReader;
  /** The policy engine that decides a request. Errors: `unavailable`. */
  readonly engineFor: (context: RequestContext) => Promise<PolicyEngine>;
  /**
   * The events behind those of the memories that the caller may not read, from the learn-compiler; with `eventIds` (at most
   * 1,000), only those of them. Errors: `unavailable`.
   */
  readonly hiddenSources: (
    request: RequestOfCall<typeof readHiddenSources>,
    context: RequestContext,
  ) => Promise<readonly string[]>;
  /** The sessions that ended so, of those that the caller may list, from the learn-compiler. Errors: `unavailable`. */
  readonly endedSessions: (
    request: RequestOfCall<typeof findEndedSessions>,
    context: RequestContext,
  ) => Promise<ResponseOfCall<typeof findEndedSessions>>;
  /** Resolves when the report can no longer be lost. Errors: `unavailable`. */
  readonly audit: (report: AuditReport, context: RequestContext) => Promise<void>;
  readonly clock: Clock;
}
