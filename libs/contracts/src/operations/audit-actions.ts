import { looksLikeId } from '@strata/kernel/ids';
import type { Operation } from '../operation.ts';

/**
 * The audit log's name for each operation: `<resourceType>.<verb>`. The verb is create, list, read, update or delete,
 * unless there is a more usual word. A change and a denial of the same operation have the same name.
 */
export const AUDIT_ACTIONS = {
  captureEvent: 'event.capture',
  captureBatch: 'event.capture',
  captureTraces: 'event.capture',
  listEvents: 'event.list',
  listSessions: 'session.list',
  getEvent: 'event.read',
  startLearning: 'job.create',
  listJobs: 'job.list',
  getJob: 'job.read',
  getLearnSettings: 'learn_settings.read',
  updateLearnSettings: 'learn_settings.update',
  synthesize: 'memory.synthesize',
  recordFeedback: 'feedback.create',
  listMemories: 'memory.list',
  getMemory: 'memory.read',
  getMemoryTimeline: 'memory.read',
  deleteMemory: 'memory.delete',
  restoreMemory: 'memory.restore',
  startErasure: 'erasure.create',
  listErasures: 'erasure.list',
  getErasure: 'erasure.read',
  startExport: 'export.create',
  getExport: 'export.read',
  listArtifacts: 'artifact.list',
  getArtifact: 'artifact.read',
  listArtifactVersions: 'artifact.read',
  updateArtifact: 'artifact.update',
  getUsageMetrics: 'usage.read',
  getUsageSeries: 'usage.read',
  getHealth: 'health.read',
  registerAccount: 'account.create',
  logIn: 'account.log_in',
  changePassword: 'account.change_password',
  logOut: 'account.log_out',
  resetPassword: 'password_reset.redeem',
  createApiKey: 'api_key.create',
  listApiKeys: 'api_key.list',
  revokeApiKey: 'api_key.revoke',
  listSecretRules: 'secret_rule.list',
  updateSecretRule: 'secret_rule.update',
  createOrganization: 'organization.create',
  listOrganizations: 'organization.list',
  getOrganization: 'organization.read',
  updateOrganization: 'organization.update',
  createTeam: 'team.create',
  listTeams: 'team.list',
  getTeam: 'team.read',
  updateTeam: 'team.update',
  deleteTeam: 'team.delete',
  inviteMember: 'invitation.create',
  listMembers: 'member.list',
  updateMember: 'member.update',
  issuePasswordReset: 'password_reset.create',
  removeMember: 'member.delete',
  acceptInvitation: 'member.join',
  createAgent: 'agent.create',
  listAgents: 'agent.list',
  updateAgent: 'agent.update',
  deleteAgent: 'agent.delete',
  createNamespace: 'namespace.create',
  listNamespaces: 'namespace.list',
  updateNamespace: 'namespace.update',
  createPolicy: 'policy.create',
  listPolicies: 'policy.list',
  updatePolicy: 'policy.update',
  deletePolicy: 'policy.delete',
  evaluatePolicy: 'policy.evaluate',
  listAudit: 'audit.list',
  listAccessLogs: 'access_log.list',
  getLineage: 'lineage.read',
  getLineageGraph: 'lineage.read',
  createLifecyclePolicy: 'lifecycle_policy.create',
  listLifecyclePolicies: 'lifecycle_policy.list',
  updateLifecyclePolicy: 'lifecycle_policy.update',
  deleteLifecyclePolicy: 'lifecycle_policy.delete',
  previewLifecyclePolicy: 'lifecycle_policy.preview',
  previewLifecycleChange: 'lifecycle_policy.preview',
  createVault: 'vault.create',
  listVaults: 'vault.list',
  createVaultItem: 'vault_item.create',
  listVaultItems: 'vault_item.list',
  revealVaultItem: 'vault_item.reveal',
  listVaultAudit: 'vault_audit.list',
} as const satisfies Readonly<Record<string, `${string}.${string}`>>;

/** Further names in the audit log: of what follows from an operation or a lifecycle policy later. */
export const EFFECTS = [
  ...['invitation.withdraw', 'erasure.complete'],
  ...['memory.archive', 'memory.restore', 'memory.delete', 'event.delete', 'artifact.delete'],
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[keyof typeof AUDIT_ACTIONS];

/**
 * The id of the resource that an operation is about: the last id in its path, unless it only names the organization. Null
 * if the value does not look like an id, since it could be a secret in the wrong place.
 */
export function auditedResourceOf(
  operation: Pick<Operation, 'name' | 'path'>,
  params: Readonly<Record<string, unknown>>,
): string | null {
  const name = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
  if (name === undefined || (name === 'orgId' && !auditActionOf(operation).startsWith('organization.'))) return null;
  const id = params[name];
  return typeof id === 'string' && looksLikeId(id) ? id : null;
}

/** Throws for an operation without a name in the audit log. */
export function auditActionOf({ name }: { readonly name: string }): AuditAction {
  if (Object.hasOwn(AUDIT_ACTIONS, name)) return AUDIT_ACTIONS[name as keyof typeof AUDIT_ACTIONS];
  throw new Error(`The operation ${name} has no name in the audit log`);
}
