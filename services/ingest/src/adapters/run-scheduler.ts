import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { repeat } from '@strata/platform/lifecycle/repeat';
import type { Logger } from '@strata/platform/log/logger';
import type { OpenSessions } from '../automatic/open-sessions.ts';
import { queueDueSessions, type QueueDueSessionsParts } from '../automatic/queue-due-sessions.ts';
import type { AutomaticMetrics } from './automatic-metrics.ts';

const MOST_BETWEEN_ROUNDS_MS = 1000;
const ROUNDS_PER_SILENCE = 4;
/** Waiting sessions are counted row by row, and need not be exact to the second. */
const BETWEEN_COUNTS_MS = 10_000;

export interface SchedulerParts extends Pick<QueueDueSessionsParts, 'clock'> {
  readonly sessions: OpenSessions;
  readonly metrics: AutomaticMetrics;
  readonly silenceSeconds: number;
  readonly logger: Logger;
}

/** Queues learn jobs for due sessions until it is closed. Closing waits only for the current tenant scope. */
export function runScheduler({ sessions, clock, metrics, silenceSeconds, logger }: SchedulerParts): Closeable {
  const stop = new AbortController();
  const betweenRoundsMs = Math.min(MOST_BETWEEN_ROUNDS_MS, (silenceSeconds * 1000) / ROUNDS_PER_SILENCE);
  const queueing = repeat(
    betweenRoundsMs,
    () => queueDueSessions({ sessions, clock, observe: metrics.observe, signal: stop.signal }),
    logger,
  );
  const counting = repeat(BETWEEN_COUNTS_MS, async () => metrics.show(await sessions.waiting()), logger);
  return {
    close: async () => {
      stop.abort();
      await queueing.close();
      await counting.close();
    },
  };
}
