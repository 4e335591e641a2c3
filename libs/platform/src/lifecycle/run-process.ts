import type { Logger } from '../log/logger.ts';
import { redactText } from '../log/redact.ts';
import type { Closeable } from './closeable.ts';

export interface ProcessOptions {
  readonly name: string;
  readonly logger: Logger;
  /** Starts the service; its result is closed when the process stops. */
  readonly start: () => Promise<Closeable>;
  /** Milliseconds a stop may take before the process exits anyway (default 15,000). */
  readonly stopWithinMs?: number;
}

/** A process exits at the latest so long after the signal to stop, unless `stopWithinMs` is given. */
export const DEFAULT_STOP_MS = 15_000;
/** Ctrl+C under `npm start` arrives twice, from the terminal and from npm: a repetition within this time is the same signal. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Runs one process: start, serve, stop on SIGTERM or SIGINT. Exit codes: 0 after a clean stop; 1 when the start or the stop
 * fails, the stop takes too long, or an error is uncaught. A second signal, a second or more later, exits at once.
 */
export function runProcess({ name, logger, start, stopWithinMs = DEFAULT_STOP_MS }: ProcessOptions): void {
  let stoppingSince: number | undefined;
  const starting = start();

  const stop = async (reason: string, exitCode: number): Promise<void> => {
    stoppingSince = performance.now();
    logger.info(`${name} is stopping`, { reason });
    setTimeout(() => {
      logger.error(`${name} did not stop in time`, { stopWithinMs });
      process.exit(1);
    }, stopWithinMs).unref();
    try {
      await (await starting).close();
      logger.info(`${name} has stopped`);
      process.exit(exitCode);
    } catch (error) {
      logger.error(`${name} did not stop cleanly`, { error });
      process.exit(1);
    }
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince === undefined) void stop(signal, 0);
      else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
    });
  }
  const crash = (error: unknown): void => {
    logger.error(`${name} failed with an uncaught error`, { error });
    if (stoppingSince !== undefined) process.exit(1);
    void stop('uncaught error', 1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);

  starting.then(
    () => {
      if (stoppingSince === undefined) logger.info(`${name} is up`);
    },
    (error: unknown) => {
      process.stderr.write(`${name} could not start: ${redactText(reasonOf(error))}\n`);
      process.exit(1);
    },
  );
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : String(error);
