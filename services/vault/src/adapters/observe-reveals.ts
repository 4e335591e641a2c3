import { AppError } from '@strata/kernel/errors';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { RevealSecret } from '../revealing/reveal-secret.ts';

/** Counts the attempts to reveal a secret by outcome: `revealed`, or the code of the error. */
export function observeReveals(reveal: RevealSecret, metrics: Metrics): RevealSecret {
  const reveals = metrics.counter({
    name: 'strata_vault_reveals_total',
    help: 'Attempts to reveal a secret, by outcome.',
    labels: ['outcome'],
  });
  return async function revealSecret(request, context) {
    try {
      const revealed = await reveal(request, context);
      reveals.add({ outcome: 'revealed' });
      return revealed;
    } catch (error) {
      reveals.add({ outcome: error instanceof AppError ? error.code : 'internal_error' });
      throw error;
    }
  };
}
