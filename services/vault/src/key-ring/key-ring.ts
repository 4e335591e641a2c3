import { unavailable } from '@strata/kernel/errors';
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
