import type { Logger } from '../../log/logger.ts';
import type { AmqpCaller } from './caller.ts';
import type { AmqpConnection } from './connection.ts';
import type { AmqpPublisher } from './publisher.ts';
import type { AmqpNames, AmqpTopology } from './topology.ts';
import type { BusObserver } from '../bus-observer.ts';
import type { RetryLadder } from '../retry-ladder.ts';

/** What the receiving sides need of the transport. */
export interface AmqpParts {
  readonly names: AmqpNames;
  readonly logger: Logger;
  readonly observe: BusObserver;
  /** Carries deliveries alone, so that a broker which takes no messages for a while still takes acknowledgements. */
  readonly inbound: AmqpConnection;
  readonly topology: AmqpTopology;
  readonly publisher: AmqpPublisher;
  readonly caller: AmqpCaller;
  readonly retryLadder: RetryLadder;
  readonly sendDeadlineMs: number;
}
