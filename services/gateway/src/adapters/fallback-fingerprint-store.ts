import { AppError } from '@strata/kernel/errors';
import type { FingerprintStore } from '../capture/fingerprint-store.ts';

/** Claims with `first`; while that is unavailable, with `second`. */
export const createFallbackFingerprintStore = (
  first: FingerprintStore,
  second: FingerprintStore,
): FingerprintStore => ({
  async claim(claims, context) {
    try {
      return await first.claim(claims, context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') return second.claim(claims, context);
      throw error;
    }
  },
});
