import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { RequestContext } from '@strata/kernel/actor';
import { auditOfChange, type ChangeAudit } from '@strata/policy/change-audit';
import type { StoredApiKey } from './api-key-store.ts';
import { describeKey } from './describe-key.ts';

/** The audit entry for a new key: its rights, but neither the key nor its hash. */
export function auditOfCreation(key: StoredApiKey, context: RequestContext): ChangeAudit {
  const { name, scopes, environment, agentId, owner, expiresAt, prefix } = describeKey(key);
  const after = { name, scopes, environment, agentId, owner, expiresAt, prefix };
  const change = { resourceId: key.id, changes: { before: null, after }, at: key.createdAt };
  return auditOfChange({ action: AUDIT_ACTIONS.createApiKey, ...change }, context);
}

/** The audit entry for a revoked key. `reason`: why the service revoked it. */
export function auditOfRevocation(keyId: string, at: Date, context: RequestContext, reason?: string): ChangeAudit {
  const changes = { before: { revokedAt: null }, after: { revokedAt: at.toISOString() }, reason };
  return auditOfChange({ action: AUDIT_ACTIONS.revokeApiKey, resourceId: keyId, changes, at }, context);
}
