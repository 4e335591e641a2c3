import type { Operation } from '../operation.ts';
import { createApiKey, listApiKeys, logIn, registerAccount, revokeApiKey } from './accounts.ts';
import { getArtifact, listArtifacts } from './artifacts.ts';
import { listAccessLogs, listAudit } from './audit.ts';
import { captureBatch, captureEvent } from './capture.ts';
import { getEvent, listEvents } from './events.ts';
import { getHealth } from './health.ts';
import { getJob, startLearning } from './learn.ts';
import { deleteMemory, getMemory, listMemories } from './memories.ts';
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
import { synthesize } from './synthesize.ts';
import { getUsageMetrics } from './usage.ts';

/** Every operation of the public interface. What is not in this table cannot be called. */
export const OPERATIONS: readonly Operation[] = [
  captureEvent,
  captureBatch,
  startLearning,
  getJob,
  synthesize,
  listArtifacts,
  getArtifact,
  listMemories,
  getMemory,
  deleteMemory,
  listEvents,
  getEvent,
  getUsageMetrics,
  getHealth,
  registerAccount,
  logIn,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  createOrganization,
  listOrganizations,
  getOrganization,
  updateOrganization,
  inviteMember,
  listMembers,
  updateMember,
  removeMember,
  acceptInvitation,
  listAudit,
  listAccessLogs,
];
