import { z } from 'zod';
import { defineAnnouncement, defineCall } from '../message.ts';
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
