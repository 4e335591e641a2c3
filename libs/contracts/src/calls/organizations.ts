import { z } from 'zod';
import { defineAnnouncement, defineBundle, defineCall, defineCommand } from '../message.ts';
import { factsSchema } from '../schemas/policy-facts.ts';
import { ACCESS_ACTIONS } from '../schemas/access.ts';
import { AUDIT_OUTCOMES, auditChangesSchema } from '../schemas/audit.ts';
import { roleSchema } from '../schemas/organization.ts';

/**
 * The roles that other users gave a user in the organizations of the caller's tenant. Ownership of an organization that
 * the user created does not count. `isFormer`: the user was a member of an organization and is in none now.
 */
export const readRoles = defineCall({
  service: 'enterprise-org',
  name: 'readRoles',
  request: z.object({ userId: z.string() }),
  response: z.object({ roles: z.array(roleSchema), isFormer: z.boolean().default(false) }),
});

/** A user's roles in the context's tenant changed: every gateway drops them from its cache. */
export const rolesChanged = defineAnnouncement({
  service: 'enterprise-org',
  name: 'rolesChanged',
  payload: z.object({ userId: z.string() }),
});

/**
 * Makes a user a member by an invitation, in the invitation's tenant (the context's tenant is ignored). Safe to repeat: the
 * same token and address give the same response, including `userId`, the id of an account created for the invitation.
 * Errors: one `validation_error` for a token that is wrong, expired, used, or for another address; `conflict` if the user
 * is a member already.
 */
export const redeemInvitation = defineCall({
  service: 'enterprise-org',
  name: 'redeemInvitation',
  request: z.object({
    token: z.string().max(512),
    /** Trimmed and in lower case. */
    email: z.string().max(254),
    userId: z.string().max(128),
    name: z.string().nullable(),
    /** The user id of an earlier attempt whose account was never created. */
    replacing: z.string().max(128).nullable().default(null),
  }),
  response: z.object({ tenantId: z.string(), userId: z.string(), organizationId: z.string(), role: roleSchema }),
});

const resetClaim = z.object({ token: z.string().max(512) });
const resetSubject = z.object({ tenantId: z.string(), userId: z.string() });

/**
 * Whose password a reset token may change now (the context's tenant is ignored), if the user's sessions are still in the
 * `generation` in which it was issued (null: in any, from the previous version). Changes nothing.
 * Errors: one `validation_error` for a token that is wrong, used, expired, or whose issuer could not issue it now.
 */
export const findPasswordReset = defineCall({
  service: 'enterprise-org',
  name: 'findPasswordReset',
  request: resetClaim,
  response: resetSubject.extend({ generation: z.int().nullable().default(null) }),
});

/** Says whose password it may change, too, and the token is used up. */
export const redeemPasswordReset = defineCall({
  service: 'enterprise-org',
  name: 'redeemPasswordReset',
  request: resetClaim,
  response: resetSubject,
});

/**
 * Reads the tenant's policy facts. `facts` is null if they have not changed since `knownVersion`. Versions are only
 * compared for equality.
 */
export const readPolicyFacts = defineCall({
  service: 'enterprise-org',
  name: 'readPolicyFacts',
  request: z.object({ knownVersion: z.string().nullable() }),
  response: z.object({ version: z.string(), facts: factsSchema.nullable() }),
  deadlineMs: 2_000,
});

/** The tenant's policy facts changed: every policy cache reads them again before its next decision. */
export const policyFactsChanged = defineAnnouncement({
  service: 'enterprise-org',
  name: 'policyFactsChanged',
  payload: z.object({ version: z.string() }),
});

/** The place of a data item, which decides the organizations whose logs get an entry. */
const placeSchema = z.object({ namespaceId: z.string().nullable(), agentId: z.string().nullable() });

/**
 * Records which memories were returned to the context's actor. Sent through the outbox of the service that returns them,
 * before its response. Safe to repeat: an entry's id is derived from `accessId` and the memory.
 */
export const recordAccesses = defineCommand({
  service: 'enterprise-org',
  name: 'recordAccesses',
  payload: z.object({
    accessId: z.string(),
    action: z.enum(ACCESS_ACTIONS),
    at: z.string(),
    /** Grouped by place, since most memories of a response share one. */
    accesses: z.array(z.object({ place: placeSchema, memoryIds: z.array(z.string()) })),
  }),
});
/** Several reports in one message, which may be of several tenants. */
export const recordAccessBundle = defineBundle(recordAccesses, 'recordAccessBundle');
/** What is recorded in the access log. */
export type AccessReport = z.input<typeof recordAccesses.payload>;

/**
 * Appends entries to the audit log of one organization, or of those that govern a place, or (without both) of all of the
 * tenant's. Actor, IP address and request id come from the context. Safe to repeat: a log holds each `entryId` once.
 */
export const recordAudit = defineCommand({
  service: 'enterprise-org',
  name: 'recordAudit',
  payload: z.object({
    organizationId: z.string().nullable().default(null),
    place: placeSchema.nullable().default(null),
    entries: z
      .array(
        z.object({
          entryId: z.string(),
          /** `<resourceType>.<verb>`. */
          action: z.string(),
          resourceId: z.string().nullable(),
          outcome: z.enum(AUDIT_OUTCOMES),
          changes: auditChangesSchema,
          at: z.string(),
        }),
      )
      .max(1000),
  }),
});
/** What is recorded in the audit log. */
export type AuditReport = z.input<typeof recordAudit.payload>;
