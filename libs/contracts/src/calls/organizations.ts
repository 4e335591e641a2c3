import { z } from 'zod';
import { defineAnnouncement, defineCall, defineCommand } from '../message.ts';
import { factsSchema } from '../schemas/policy-facts.ts';
import { ACCESS_ACTIONS } from '../schemas/access.ts';
import { AUDIT_OUTCOMES, auditChangesSchema } from '../schemas/audit.ts';
import { roleSchema } from '../schemas/organization.ts';

/**
 * The roles that others gave a user in the organizations of the caller's tenant; owning an organization that one made
 * oneself is none. `isFormer`: was a member of one, and is now of none.
 */
export const readRoles = defineCall({
  service: 'enterprise-org',
  name: 'readRoles',
  request: z.object({ userId: z.string() }),
  response: z.object({ roles: z.array(roleSchema), isFormer: z.boolean().default(false) }),
});

/** A user's roles in the context's tenant changed: whoever remembers them forgets them. */
export const rolesChanged = defineAnnouncement({
  service: 'enterprise-org',
  name: 'rolesChanged',
  payload: z.object({ userId: z.string() }),
});

/**
 * Makes somebody a member by an invitation, whatever tenant it is of: the context's says nothing. Safe to repeat: the
 * same token with the same address answers as it did the first time, `userId` included: an account that is made for the
 * invitation gets that id.
 * Errors: one and the same `validation_error` for a token that is wrong, expired, used, or of another address;
 * `conflict` when the user is a member already.
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
    /** A user whom an earlier claim named and whose account, as the caller knows, was never made. */
    replacing: z.string().max(128).nullable().default(null),
  }),
  response: z.object({ tenantId: z.string(), userId: z.string(), organizationId: z.string(), role: roleSchema }),
});

/**
 * What decisions about the tenant's data need to know. `knownVersion` is the caller's; while nothing has changed since,
 * `facts` is null. A version is compared for equality alone.
 */
export const readPolicyFacts = defineCall({
  service: 'enterprise-org',
  name: 'readPolicyFacts',
  request: z.object({ knownVersion: z.string().nullable() }),
  response: z.object({ version: z.string(), facts: factsSchema.nullable() }),
  deadlineMs: 2_000,
});

/** The tenant's facts changed: whoever holds them asks again before it decides anything more. */
export const policyFactsChanged = defineAnnouncement({
  service: 'enterprise-org',
  name: 'policyFactsChanged',
  payload: z.object({ version: z.string() }),
});

/** Where something lies, so that it is told to the organizations that have a say over it. */
const placeSchema = z.object({ namespaceId: z.string().nullable(), agentId: z.string().nullable() });

/**
 * Records which memories a caller was given; sent before the answer is, through the outbox of the service that gave
 * them. The context says who. Safe to repeat: an entry's id is derived from `accessId` and its memory.
 */
export const recordAccesses = defineCommand({
  service: 'enterprise-org',
  name: 'recordAccesses',
  payload: z.object({
    accessId: z.string(),
    action: z.enum(ACCESS_ACTIONS),
    at: z.string(),
    /** By place, since most memories of an answer share one. */
    accesses: z.array(z.object({ place: placeSchema, memoryIds: z.array(z.string()) })),
  }),
});
/** What the access log is told. */
export type AccessReport = z.input<typeof recordAccesses.payload>;

/**
 * Appends to the audit log of one organization, or of those that have a say over the place, or, with neither, of all the
 * tenant's. The context says who, from where and by which request. Safe to repeat: one `entryId` is appended to one log once.
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
/** What the audit log is told. */
export type AuditReport = z.input<typeof recordAudit.payload>;
