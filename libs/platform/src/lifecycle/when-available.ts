import { AppError } from '@strata/kernel/errors';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';

const RETRY_MS = 1000;

/** Calls `work` again every second while it throws `unavailable`. Throws any other error. */
export async function whenAvailable<T>(work: () => Promise<T>, logger: Logger): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      logger.warn('Waiting for a dependency', { error });
      await delay(RETRY_MS);
    }
  }
}
