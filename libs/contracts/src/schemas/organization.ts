import { z } from 'zod';

/** From the most to the least: nobody grants a role above their own. */
export const ROLES = ['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** What a role may do in an organization, `<resource>:<action>`. */
export const PERMISSIONS = ['org:read', 'member:invite', 'member:list'] as const;
export type Permission = (typeof PERMISSIONS)[number];
