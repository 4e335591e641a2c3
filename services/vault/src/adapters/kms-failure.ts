/**
 * What a failed call to KMS means. `refused`: it would not be done again either, as without permission or with a key that
 * is disabled; `damaged`: what was to be decrypted is not what the key has encrypted for this vault.
 */
export type KmsFailure = 'unavailable' | 'refused' | 'damaged';

const DAMAGED = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);
const THROTTLED = /Throttl|TooManyRequests|RequestLimitExceeded|LimitExceeded|SlowDown/;
/** What the SDK says before it asks anybody. */
const NOT_SET_UP = /^Region is missing|^Could not load credentials/;

/** By the error's name alone: messages of AWS tell of accounts and of who asked. */
export function kmsFailureOf(error: unknown): { readonly failure: KmsFailure; readonly name: string } {
  const { name, message, $fault } = error as { name?: unknown; message?: unknown; $fault?: unknown };
  const named = typeof name === 'string' ? name : 'Error';
  if (typeof message === 'string' && NOT_SET_UP.test(message)) {
    return { failure: 'refused', name: message.startsWith('Region') ? 'the region is not set' : 'no credentials' };
  }
  if (DAMAGED.has(named)) return { failure: 'damaged', name: named };
  return { failure: $fault === 'client' && !THROTTLED.test(named) ? 'refused' : 'unavailable', name: named };
}
