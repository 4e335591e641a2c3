import type { Operation } from '../operation.ts';
import { createApiKey, listApiKeys, logIn, registerAccount, revokeApiKey } from './accounts.ts';
import { createAgent, deleteAgent, listAgents, updateAgent } from './agents.ts';
import { getArtifact, listArtifacts, listArtifactVersions, updateArtifact } from './artifacts.ts';
import { listAccessLogs, listAudit } from './audit.ts';
import { captureBatch, captureEvent } from './capture.ts';
import { getErasure, listErasures, startErasure } from './erasures.ts';
import { getEvent, listEvents } from './events.ts';
import { getExport, startExport } from './exports.ts';
import { recordFeedback } from './feedback.ts';
import { getHealth } from './health.ts';
import { listJobs } from './jobs.ts';
import { getJob, startLearning } from './learn.ts';
import { getLearnSettings, updateLearnSettings } from './learn-settings.ts';
import { getLineage, getLineageGraph } from './lineage.ts';
import {
  createLifecyclePolicy,
  deleteLifecyclePolicy,
  listLifecyclePolicies,
  previewLifecycleChange,
  previewLifecyclePolicy,
  updateLifecyclePolicy,
} from './lifecycle.ts';
import { deleteMemory, getMemory, getMemoryTimeline, listMemories, restoreMemory } from './memories.ts';
import { createNamespace, listNamespaces, updateNamespace } from './namespaces.ts';
import {
  acceptInvitation,
  createOrganization,
  getOrganization,
  inviteMember,
  listMembers,
  listOrganizations,
  removeMember,
  updateMember,
  updateOrganization,
} from './organizations.ts';
import { createPolicy, deletePolicy, evaluatePolicy, listPolicies, updatePolicy } from './policies.ts';
import { listSecretRules, updateSecretRule } from './secret-rules.ts';
import { listSessions } from './sessions.ts';
import { changePassword, issuePasswordReset, logOut, resetPassword } from './sign-in.ts';
import { synthesize } from './synthesize.ts';
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from './teams.ts';
import { captureTraces } from './traces.ts';
import { getUsageMetrics, getUsageSeries } from './usage.ts';
import { createVault, createVaultItem, listVaultAudit, listVaultItems, listVaults, revealVaultItem } from './vaults.ts';

/** Every operation of the public interface. Only operations in this table can be called. */
export const OPERATIONS: readonly Operation[] = [
  captureEvent,
  captureBatch,
  captureTraces,
  startLearning,
  listJobs,
  getJob,
  getLearnSettings,
  updateLearnSettings,
  synthesize,
  recordFeedback,
  listArtifacts,
  getArtifact,
  listArtifactVersions,
  updateArtifact,
  listMemories,
  getMemory,
  getMemoryTimeline,
  restoreMemory,
  deleteMemory,
  startErasure,
  listErasures,
  getErasure,
  startExport,
  getExport,
  listEvents,
  getEvent,
  listSessions,
  getUsageMetrics,
  getUsageSeries,
  getHealth,
  registerAccount,
  logIn,
  changePassword,
  logOut,
  resetPassword,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  listSecretRules,
  updateSecretRule,
  createVault,
  listVaults,
  createVaultItem,
  listVaultItems,
  revealVaultItem,
  listVaultAudit,
  createOrganization,
  listOrganizations,
  getOrganization,
  updateOrganization,
  createLifecyclePolicy,
  listLifecyclePolicies,
  updateLifecyclePolicy,
  previewLifecyclePolicy,
  previewLifecycleChange,
  deleteLifecyclePolicy,
  createTeam,
  listTeams,
  getTeam,
  updateTeam,
  deleteTeam,
  inviteMember,
  listMembers,
  updateMember,
  issuePasswordReset,
  removeMember,
  acceptInvitation,
  createAgent,
  listAgents,
  updateAgent,
  deleteAgent,
  createNamespace,
  listNamespaces,
  updateNamespace,
  createPolicy,
  listPolicies,
  updatePolicy,
  deletePolicy,
  evaluatePolicy,
  listAudit,
  listAccessLogs,
  getLineage,
  getLineageGraph,
];
