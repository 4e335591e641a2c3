import { AUDIT_ACTIONS } from '@strata/contracts/operations/audit-actions';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { KeyAudit, StoredApiKey } from './api-key-store.ts';
import { describeKey } from './describe-key.ts';

/** The audit entry for a new key: its rights, but neither the key nor its hash. */
export function auditOfCreation(key: StoredApiKey, context: RequestContext): KeyAudit {
  const { name, scopes, environment, agentId, expiresAt, prefix } = describeKey(key);
  const after = { name, scopes, environment, agentId, expiresAt, prefix };
  return auditOf(AUDIT_ACTIONS.createApiKey, key.id, { before: null, after }, key.createdAt, context);
}

/** The audit entry for a revoked key. */
export const auditOfRevocation = (keyId: string, at: Date, context: RequestContext): KeyAudit =>
  auditOf(
    AUDIT_ACTIONS.revokeApiKey,
    keyId,
    { before: { revokedAt: null }, after: { revokedAt: at.toISOString() } },
    at,
    context,
  );

/** A key works in the whole tenant, so every organization records the change. */
const auditOf = (
  action: string,
  resourceId: string,
  changes: KeyAudit['report']['entries'][number]['changes'],
  at: Date,
  context: RequestContext,
): KeyAudit => ({
  context,
  report: {
    entries: [{ entryId: newId('aud'), action, resourceId, outcome: 'success', changes, at: at.toISOString() }],
  },
});
