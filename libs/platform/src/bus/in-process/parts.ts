import type { Logger } from '../../log/logger.ts';
import type { BusObserver } from '../bus-observer.ts';
import type { RetryLadder } from '../retry-ladder.ts';
import type { MessageTraces } from '../trace-messages.ts';
import type { WorkTracker } from '../work-tracker.ts';

/** What the parts of the transport share. */
export interface InProcessParts {
  readonly logger: Logger | undefined;
  readonly observe: BusObserver;
  readonly traces: MessageTraces;
  readonly sendDeadlineMs: number;
  readonly retryLadder: RetryLadder;
  /** Running handlers, also those whose caller no longer waits. */
  readonly work: WorkTracker;
}
