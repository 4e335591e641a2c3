import { AppError, unavailable } from '@strata/kernel/errors';
import type { KeyEncryption } from '../sealing/key-encryption.ts';

/** The key-encryption keys of a process: one wraps new data keys, and each unwraps those that it wrapped before. */
export interface KeyRing extends KeyEncryption {
  /** The names of the settings that say where the keys are, for error messages. */
  readonly settings: string;
  /** The id of the key that wraps now. Errors: `unavailable` while the provider does not respond. */
  currentKeyId(): Promise<string>;
  /** Whether the ring has this key. Errors: `unavailable` while the provider does not respond. */
  knows(keyId: string): Promise<boolean>;
}

/** The keys of one kind. */
export interface KeyProvider extends KeyRing {
  /** The prefix of its key ids. */
  readonly kind: `${string}:`;
}

/** `unavailable`, because the key may still arrive: this process may see a rotation later than others. */
export const unknownKey = (keyId: string, settings: string): Error =>
  unavailable('The key of the vault', new Error(`The key ${keyId} is not among those of ${settings}`));

/** The provider rejects the use of a key. At runtime the caller may try again; at the start it is a configuration error. */
export class KeyRejected extends AppError {
  override readonly name = 'KeyRejected';
  /** A sentence for the operator. */
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    const { code, message, retryAfterSeconds } = unavailable('The key of the vault');
    super(code, message, { retryAfterSeconds, cause });
    this.reason = reason;
  }
}

/** At the start: turns a rejected key into an error with a sentence for the operator, which is not retried. */
export const permanentKeyFailure = (error: unknown): unknown =>
  error instanceof KeyRejected ? new Error(error.reason, { cause: error }) : error;
