import { z } from 'zod';
import { defineAnnouncement, defineCall, defineCommand } from '../message.ts';

/** An API key was revoked: every gateway drops it from its cache. */
export const apiKeyRevoked = defineAnnouncement({
  service: 'gateway',
  name: 'apiKeyRevoked',
  payload: z.object({ keyId: z.string() }),
});

/** The e-mail address and the name of a user of the caller's tenant. Errors: `not_found`. */
export const readUser = defineCall({
  service: 'gateway',
  name: 'readUser',
  request: z.object({ userId: z.string() }),
  response: z.object({
    id: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
  }),
});

/**
 * A user was removed from the context's tenant and has no role left in it. Revokes for good the keys that belong to them, unless they own the
 * tenant. Safe to repeat. `removedAt` spares keys that they create after they were invited again.
 */
export const revokeKeysOfUser = defineCommand({
  service: 'gateway',
  name: 'revokeKeysOfUser',
  payload: z.object({ userId: z.string(), removedAt: z.iso.datetime() }),
});

/** Why another user's password may not be reset: it would open more than the tenant, or the user has none. */
export const RESET_OBSTACLES = ['external', 'owner', 'elsewhere'] as const;
export type ResetObstacle = (typeof RESET_OBSTACLES)[number];

/**
 * What keeps the password of a user of the caller's tenant from being reset: they have none here, own the tenant, or belong
 * to another one, too. Null: nothing. `generation`: that of the user's sessions, which every logout and
 * change of the password increments; null from the previous version. Errors: `not_found`.
 */
export const findResetObstacle = defineCall({
  service: 'gateway',
  name: 'findResetObstacle',
  request: z.object({ userId: z.string() }),
  response: z.object({
    obstacle: z.enum(RESET_OBSTACLES).nullable(),
    generation: z.int().nullable().default(null),
  }),
});
