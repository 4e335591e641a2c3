import type { KeyOwner } from '@strata/contracts/schemas/account';
import type { Scope } from '@strata/kernel/actor';
import type { Environment } from '@strata/kernel/tenant-scope';
import type { ChangeAudit } from '@strata/policy/change-audit';

/** An API key as it is stored: with a hash instead of the key. */
export interface StoredApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly environment: Environment;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly agentId: string | null;
  readonly secretHash: Uint8Array;
  /** `user`: its creator; `tenant`: a service key, which outlives its creator. */
  readonly owner: KeyOwner;
  /** The user who created it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** The key's own rate; null: as the tenant's plan says. */
  readonly requestsPerMinute: number | null;
}

/** Whose keys: all of the tenant (null), or those that belong to a user. */
export type KeyHolder = { readonly userId: string } | null;

/** A page starts after this key, in the order of the list. */
export interface KeyPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** The API keys of a tenant, in both environments. Errors of every method: `unavailable`. */
export interface ApiKeyStore {
  /** Errors: `conflict` when the id exists. */
  create(key: StoredApiKey, audit: ChangeAudit): Promise<void>;
  /** Keys that are not revoked, newest first, and their total number. */
  list(
    tenantId: string,
    of: KeyHolder,
    page: { limit: number; after: KeyPosition | undefined },
  ): Promise<{ keys: StoredApiKey[]; total: number }>;
  /**
   * Revokes a key and returns the time of its revocation. A revoked key keeps its time, and is not audited again. Undefined
   * if the tenant, or the holder, does not have the key.
   */
  revoke(tenantId: string, of: KeyHolder, keyId: string, at: Date, audit: ChangeAudit): Promise<Date | undefined>;
  /** Revokes at most `limit` keys that belong to a user and were created before. Returns those that were not revoked yet. */
  revokeSome(
    tenantId: string,
    of: { readonly userId: string; readonly createdBefore: Date; readonly limit: number },
    at: Date,
    auditOf: (keyId: string) => ChangeAudit,
  ): Promise<string[]>;
  replaceHash(tenantId: string, keyId: string, secretHash: Uint8Array): Promise<void>;
  /** Makes a key a service key, without an audit entry. */
  giveToTenant(tenantId: string, keyId: string): Promise<void>;
  /** Finds a key before its tenant is known. */
  find(keyId: string): Promise<StoredApiKey | undefined>;
  /** Records the last use of keys of any tenant. A time before the recorded one changes nothing. */
  recordUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}
