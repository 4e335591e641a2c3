/** The owner of a data key: bound to it as associated data, so that the key opens for no other vault. */
export interface VaultIdentity {
  readonly tenantId: string;
  readonly vaultId: string;
}

/** A data key, encrypted under the key-encryption key that `keyId` names. */
export interface WrappedKey {
  readonly keyId: string;
  readonly wrapped: Buffer;
}

/** Encrypts data keys under a key-encryption key that never leaves its provider: a file, the environment, a KMS. */
export interface KeyEncryption {
  /** Encrypts under the current key. Errors: `unavailable` while the provider does not respond. */
  wrap(dataKey: Buffer, vault: VaultIdentity): Promise<WrappedKey>;
  /**
   * Decrypts under the key that `keyId` names. Throws when the data key was changed or belongs to another vault.
   * Errors: `unavailable` while the provider does not respond, and when this process does not have the key.
   */
  unwrap(wrapped: WrappedKey, vault: VaultIdentity): Promise<Buffer>;
}
