import type { Logger } from '../../log/logger.ts';
import type { BusObserver } from '../bus-observer.ts';
import type { RetryLadder } from '../retry-ladder.ts';
import type { WorkTracker } from '../work-tracker.ts';

/** What every part of the transport needs of it. */
export interface InProcessParts {
  readonly logger: Logger | undefined;
  readonly observe: BusObserver;
  readonly sendDeadlineMs: number;
  readonly retryLadder: RetryLadder;
  /** Handlers under way, also those whose caller has given up. */
  readonly work: WorkTracker;
}
