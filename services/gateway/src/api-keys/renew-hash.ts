import type { StoredApiKey } from './api-key-store.ts';

/** Maximum number of parallel writes: after a change of the pepper, every used key needs one. */
const MAX_WRITES = 4;

export interface HashRenewalParts {
  /** Errors: `unavailable`. */
  readonly replaceHash: (tenantId: string, keyId: string, secretHash: Uint8Array) => Promise<void>;
  /** Removes the key from this gateway's cache. */
  readonly forget: (keyId: string) => void;
  readonly onFailed: (keyId: string, error: unknown) => void;
}

/**
 * Replaces hashes under a previous pepper when their keys are used, without delaying the requests. A write that fails or
 * would exceed the maximum is made at a later use of the key.
 */
export class HashRenewal {
  readonly #parts: HashRenewalParts;
  readonly #inFlight = new Set<string>();

  constructor(parts: HashRenewalParts) {
    this.#parts = parts;
  }

  /** Never waits, never throws. */
  renew({ tenantId, id }: Pick<StoredApiKey, 'tenantId' | 'id'>, secretHash: Uint8Array): void {
    if (this.#inFlight.has(id) || this.#inFlight.size >= MAX_WRITES) return;
    this.#inFlight.add(id);
    void this.#write(tenantId, id, secretHash);
  }

  async #write(tenantId: string, id: string, secretHash: Uint8Array): Promise<void> {
    const { replaceHash, forget, onFailed } = this.#parts;
    try {
      await replaceHash(tenantId, id, secretHash);
      forget(id);
    } catch (error) {
      onFailed(id, error);
    } finally {
      this.#inFlight.delete(id);
    }
  }
}
