import type { StoredApiKey } from './api-key-store.ts';

/** Writes under way at once: after a pepper was changed every key that is used wants one. */
const AT_ONCE = 4;

export interface HashRenewalParts {
  /** Errors: `unavailable`. */
  readonly replaceHash: (tenantId: string, keyId: string, secretHash: Uint8Array) => Promise<void>;
  /** Makes this gateway forget the key as it was. */
  readonly forget: (keyId: string) => void;
  readonly onFailed: (keyId: string, error: unknown) => void;
}

/**
 * Brings stored hashes under today's pepper behind the requests that use the keys, each once. What cannot be done now,
 * because it fails or enough is under way, is done at a later use.
 */
export class HashRenewal {
  readonly #parts: HashRenewalParts;
  readonly #underWay = new Set<string>();

  constructor(parts: HashRenewalParts) {
    this.#parts = parts;
  }

  /** Never waits, never throws. */
  renew({ tenantId, id }: Pick<StoredApiKey, 'tenantId' | 'id'>, secretHash: Uint8Array): void {
    if (this.#underWay.has(id) || this.#underWay.size >= AT_ONCE) return;
    this.#underWay.add(id);
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
      this.#underWay.delete(id);
    }
  }
}
