import type { Logger } from '../../log/logger.ts';
import type { AmqpCaller } from './caller.ts';
import type { AmqpConnection } from './connection.ts';
import type { AmqpPublisher } from './publisher.ts';
import type { AmqpNames, AmqpTopology } from './topology.ts';
import type { BusObserver } from '../bus-observer.ts';
import type { RetryLadder } from '../retry-ladder.ts';
import type { MessageTraces } from '../trace-messages.ts';

/** The parts of the transport that receivers use. */
export interface AmqpParts {
  readonly names: AmqpNames;
  readonly logger: Logger;
  readonly observe: BusObserver;
  readonly traces: MessageTraces;
  /** Carries only deliveries, so that a broker that blocks publishers still accepts acknowledgements. */
  readonly inbound: AmqpConnection;
  readonly topology: AmqpTopology;
  readonly publisher: AmqpPublisher;
  readonly caller: AmqpCaller;
  readonly retryLadder: RetryLadder;
  readonly sendDeadlineMs: number;
}
