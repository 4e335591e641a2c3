import { AppError } from '@strata/kernel/errors';
import type { AccessCommand } from './record-accesses.ts';

interface Bundle {
  readonly payload: { readonly commands: readonly AccessCommand[] };
}

/**
 * Records the reports of bundles. If a single bundle fails, each of its reports is recorded by itself, so that one that cannot be
 * stored costs no other; then the first failure is thrown. Safe to repeat.
 */
export function recordAccessBundleHandler(record: (commands: readonly AccessCommand[]) => Promise<void>) {
  return async function recordAccessBundle(bundles: readonly Bundle[]): Promise<void> {
    const commands = bundles.flatMap(({ payload }) => payload.commands);
    try {
      await record(commands);
    } catch (error) {
      const isDown = error instanceof AppError && error.code === 'unavailable';
      if (isDown || bundles.length > 1 || commands.length < 2) throw error;
      const failures: unknown[] = [];
      for (const command of commands) await record([command]).catch((failure: unknown) => failures.push(failure));
      if (failures.length > 0) throw failures[0];
    }
  };
}
