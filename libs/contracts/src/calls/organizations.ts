import { z } from 'zod';
import { defineAnnouncement, defineCall } from '../message.ts';
import { roleSchema } from '../schemas/organization.ts';

/** The roles that a user has in the organizations of the caller's tenant; none when there are none. */
export const readRoles = defineCall({
  service: 'enterprise-org',
  name: 'readRoles',
  request: z.object({ userId: z.string() }),
  response: z.object({ roles: z.array(roleSchema) }),
});

/** A user's roles in the context's tenant changed: whoever remembers them forgets them. */
export const rolesChanged = defineAnnouncement({
  service: 'enterprise-org',
  name: 'rolesChanged',
  payload: z.object({ userId: z.string() }),
});
