/**
 * The kind of a failed call to KMS. `rejected`: a retry would fail too, such as without permission or with a disabled key;
 * `damaged`: the ciphertext is not one that the key has encrypted for this vault.
 */
export type KmsFailure = 'unavailable' | 'rejected' | 'damaged';

const DAMAGED = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);
const THROTTLED = /Throttl|TooManyRequests|RequestLimitExceeded|LimitExceeded|SlowDown/;
/** Errors of the SDK that occur before any request. */
const NOT_SET_UP = /^Region is missing|^Could not load credentials/;

/** Uses only the error's name: messages of AWS contain account ids and the caller's identity. */
export function kmsFailureOf(error: unknown): { readonly failure: KmsFailure; readonly name: string } {
  const { name, message, $fault } = error as { name?: unknown; message?: unknown; $fault?: unknown };
  const named = typeof name === 'string' ? name : 'Error';
  if (typeof message === 'string' && NOT_SET_UP.test(message)) {
    return { failure: 'rejected', name: message.startsWith('Region') ? 'the region is not set' : 'no credentials' };
  }
  if (DAMAGED.has(named)) return { failure: 'damaged', name: named };
  return { failure: $fault === 'client' && !THROTTLED.test(named) ? 'rejected' : 'unavailable', name: named };
}
