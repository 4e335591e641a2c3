/** Whose data key it is; bound to it as associated data, so that it opens for no other vault. */
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
  /** Under the current key. Errors: `unavailable` while the provider does not answer. */
  wrap(dataKey: Buffer, vault: VaultIdentity): Promise<WrappedKey>;
  /**
   * Under whichever of the known keys it was wrapped. Errors: `unavailable` while the provider does not answer or its key
   * is not known here; Error when it does not open: it was changed, or belongs to another vault.
   */
  unwrap(wrapped: WrappedKey, vault: VaultIdentity): Promise<Buffer>;
}
