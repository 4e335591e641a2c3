import { AppError } from '@strata/kernel/errors';
import type { Logger } from '@strata/platform/log/logger';
import type { KeyRing } from '../key-ring/key-ring.ts';

const WRAPPING = 'the current one';

/** The same ring, which logs once, with the cause, when a key cannot be used, and once when it can again. Callers see no cause. */
export function logKeyFaults(ring: KeyRing, logger: Logger): KeyRing {
  const faults = new Map<string, string>();
  const observed = async <T>(key: string, work: Promise<T>): Promise<T> => {
    try {
      const done = await work;
      if (faults.delete(key)) logger.info('A key of the vaults can be used again', { key });
      return done;
    } catch (error) {
      if (error instanceof AppError) {
        const fault = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : error.message;
        if (faults.get(key) !== fault) logger.warn('A key of the vaults cannot be used', { key, error });
        faults.set(key, fault);
      }
      throw error;
    }
  };
  return {
    ...ring,
    wrap: (dataKey, vault) => observed(WRAPPING, ring.wrap(dataKey, vault)),
    unwrap: (wrapped, vault) => observed(wrapped.keyId, ring.unwrap(wrapped, vault)),
  };
}
