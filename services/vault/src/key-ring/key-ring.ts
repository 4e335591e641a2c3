import { AppError, unavailable } from '@strata/kernel/errors';
import type { KeyEncryption } from '../sealing/key-encryption.ts';

/** The key-encryption keys that a process has: one wraps, and each of them unwraps what it once wrapped. */
export interface KeyRing extends KeyEncryption {
  /** The settings that say where the keys are, for an operator to read. */
  readonly settings: string;
  /** The id of the key that wraps now. Errors: `unavailable` while the provider does not answer. */
  currentKeyId(): Promise<string>;
  /** Whether what this key has wrapped can be unwrapped, as far as is known now. Errors: the same. */
  knows(keyId: string): Promise<boolean>;
}

/** The keys of one kind. */
export interface KeyProvider extends KeyRing {
  /** Begins the ids of its keys. */
  readonly kind: `${string}:`;
}

/** Its key may come yet, as when a rotation is on its way to this process. */
export const unknownKey = (keyId: string, settings: string): Error =>
  unavailable('The key of the vault', new Error(`The key ${keyId} is not among those of ${settings}`));

/** The provider answers, and does not let a key be used. Whoever asks may try again; at the start it is a mistake. */
export class KeyRejected extends AppError {
  override readonly name = 'KeyRefused';
  /** A sentence for the operator. */
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    const { code, message, retryAfterSeconds } = unavailable('The key of the vault');
    super(code, message, { retryAfterSeconds, cause });
    this.reason = reason;
  }
}

/** Where it is a mistake of the deployment's: an error that says so in place of one that may pass. */
export const permanentKeyFailure = (error: unknown): unknown =>
  error instanceof KeyRejected ? new Error(error.reason, { cause: error }) : error;
