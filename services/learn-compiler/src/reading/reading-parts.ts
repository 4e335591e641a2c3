import type { describeEvents } from '@strata/contracts/calls/ingest';
import type { AccessReport, AuditReport } from '@strata/contracts/calls/organizations';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import type { ArtifactReader } from './artifact-reader.ts';
import type { MemoryReader } from './memory-reader.ts';

export type EventDescription = ResponseOfCall<typeof describeEvents>['events'][number];

/** Access and audit records. Each is stored durably before the promise resolves, so a caller gets data only after that. */
export interface Records {
  accesses(report: AccessReport, context: RequestContext): Promise<void>;
  audit(report: AuditReport, context: RequestContext): Promise<void>;
}

/** What the handlers that return memories and artifacts share. */
export interface ReadingParts {
  readonly memories: MemoryReader;
  readonly artifacts: ArtifactReader;
  /** The policy engine that decides a request. Errors: `unavailable`. */
  readonly engineFor: (context: RequestContext) => Promise<PolicyEngine>;
  /** Describes those of at most 1,000 events that the caller may read. Errors: `unavailable`. */
  readonly describeEvents: (ids: readonly string[], context: RequestContext) => Promise<EventDescription[]>;
  readonly records: Records;
  readonly clock: Clock;
}
