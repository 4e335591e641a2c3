import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestContext, Scope } from '@strata/kernel/actor';
import type { Environment } from '@strata/kernel/tenant-scope';

/** An API key as it is stored; the key itself is not. */
export interface StoredApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly environment: Environment;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly agentId: string | null;
  readonly secretHash: Uint8Array;
  /** The user that made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Of its own; null: what the tenant's plan says. */
  readonly requestsPerMinute: number | null;
}

/** What the audit log is told of a change to a key. It is kept with the change: neither is there without the other. */
export interface KeyAudit {
  readonly report: AuditReport;
  readonly context: RequestContext;
}

/** Where a page begins: behind this key, in the order of the list. */
export interface KeyPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** The keys of one tenant, both environments. Every method throws AppError `unavailable`. */
export interface ApiKeyStore {
  /** @throws AppError `conflict` when the id is taken. */
  create(key: StoredApiKey, audit: KeyAudit): Promise<void>;
  /** Keys that are not revoked, newest first, and how many there are in all. */
  list(
    tenantId: string,
    page: { limit: number; after: KeyPosition | undefined },
  ): Promise<{ keys: StoredApiKey[]; total: number }>;
  /**
   * Revokes a key once; a key that was revoked before keeps its time, and is not told of again. Undefined when the tenant
   * has no such key.
   */
  revoke(tenantId: string, keyId: string, at: Date, audit: KeyAudit): Promise<Date | undefined>;
  replaceHash(tenantId: string, keyId: string, secretHash: Uint8Array): Promise<void>;
  /** Before the tenant is known. */
  find(keyId: string): Promise<StoredApiKey | undefined>;
  /** Of any tenant; a later time stays. */
  recordUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}
