import { z } from 'zod';
import { emailSchema } from './account.ts';
import { utcInstant } from './instant.ts';
import { text } from './json.ts';
import { nameText } from './name.ts';
import { teamIdsSchema } from './team-ids.ts';

/** From the highest rank to the lowest. A member cannot grant a role above their own. */
export const ROLES = ['owner', 'admin', 'manager', 'developer', 'analyst', 'viewer'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** Permissions in an organization, as `<resource>:<action>`. */
export const PERMISSIONS = [
  'org:read',
  'org:update',
  'team:create',
  'team:list',
  'team:update',
  'team:delete',
  'member:invite',
  'member:list',
  'member:update_role',
  'member:remove',
  'agent:create',
  'agent:read',
  'agent:update',
  'agent:delete',
  'namespace:create',
  'namespace:read',
  'namespace:update',
  'policy:create',
  'policy:read',
  'policy:update',
  'audit:read',
  'lineage:read',
  'lifecycle:manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const onEvery = (...resources: readonly string[]): Permission[] =>
  PERMISSIONS.filter((permission) => resources.includes(permission.slice(0, permission.indexOf(':'))));

/** The permissions of each role. That an admin cannot change owners follows from rank, not from permissions: see `isAbove`. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  admin: PERMISSIONS,
  manager: [
    'org:read',
    'member:invite',
    'member:list',
    'policy:read',
    'lineage:read',
    ...onEvery('team', 'agent', 'namespace'),
  ],
  developer: [
    'org:read',
    'team:list',
    'member:list',
    'agent:create',
    'agent:read',
    'agent:update',
    'namespace:read',
    'policy:read',
    'lineage:read',
  ],
  analyst: [
    'org:read',
    'team:list',
    'member:list',
    'agent:read',
    'namespace:read',
    'policy:read',
    'audit:read',
    'lineage:read',
  ],
  viewer: ['org:read', 'team:list', 'agent:read', 'namespace:read'],
};

/** The roles that only read: a user who has no other gets the key scope `read` in the tenant. */
export const READER_ROLES: readonly Role[] = ['analyst', 'viewer'];

/** Whether the first role ranks higher than the second. */
export const isAbove = (role: Role, other: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(other);

const name = nameText();
const slug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
    'must be 2 to 63 lower-case letters, digits and hyphens, and begin and end with a letter or digit',
  )
  .describe('Unique in the tenant. Lower-case letters and digits, with hyphens between them.');
const isInvited = 'Null until the invitation is accepted.';

export const createOrganizationRequestSchema = z
  .strictObject({ name, slug })
  .meta({ id: 'CreateOrganizationRequest', description: 'A new organization.' });
export const updateOrganizationRequestSchema = z
  .strictObject({ name: name.optional(), slug: slug.optional() })
  .meta({ id: 'UpdateOrganizationRequest', description: 'The fields to change.' });

export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    role: roleSchema.describe('Your role in it.'),
    createdAt: utcInstant,
    updatedAt: utcInstant,
  })
  .meta({ id: 'Organization', description: 'An organization, with the role of the member who asks.' });
export type Organization = z.infer<typeof organizationSchema>;

export const inviteMemberRequestSchema = z
  .strictObject({
    email: emailSchema,
    role: roleSchema.describe('Not above your own.'),
    teamIds: teamIdsSchema.default([]).describe('Teams to join with the organization.'),
  })
  .meta({ id: 'InviteMemberRequest', description: 'The address to invite, its role and its teams.' });

export const invitationSchema = z
  .object({
    id: z.string().describe('The id that the member will have.'),
    email: z.string(),
    role: roleSchema,
    teamIds: z.array(z.string()),
    status: z.literal('invited'),
    invitationToken: z.string().describe('Shown only here. The invited person registers or accepts with it.'),
    expiresAt: utcInstant,
  })
  .meta({ id: 'Invitation', description: 'An invitation with its token.' });
export type Invitation = z.infer<typeof invitationSchema>;

export const memberSchema = z
  .object({
    id: z.string(),
    userId: z.string().nullable().describe(isInvited),
    email: z.string().nullable().describe('Null if the identity provider states none.'),
    name: z.string().nullable(),
    role: roleSchema,
    teamIds: z.array(z.string()),
    status: z.enum(['active', 'invited']),
    invitedBy: z
      .string()
      .nullable()
      .default(null)
      .describe('The user who invited them, or last changed the open invitation. Null for the founder.'),
    joinedAt: utcInstant.nullable().describe(isInvited),
  })
  .meta({ id: 'Member', description: 'A member of an organization, or an open invitation.' });
export type Member = z.infer<typeof memberSchema>;

export const updateMemberRequestSchema = z
  .strictObject({
    role: roleSchema.optional().describe('Not above your own.'),
    teamIds: teamIdsSchema.optional().describe('The complete list of their teams.'),
  })
  .meta({ id: 'UpdateMemberRequest', description: 'The fields to change.' });
export const removedMemberSchema = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'RemovedMember', description: 'The removed member.' });

export const acceptInvitationRequestSchema = z
  .strictObject({ token: text(1, 512).describe('The `invitationToken`.') })
  .meta({ id: 'AcceptInvitationRequest', description: 'The invitation to accept.' });
export const acceptedInvitationSchema = z
  .object({
    tenant: z
      .object({ id: z.string(), name: z.string(), plan: z.string() })
      .describe('The tenant of the organization. Log in with its id to get a token for it.'),
    organizationId: z.string(),
    role: roleSchema,
  })
  .meta({ id: 'AcceptedInvitation', description: 'The organization that you joined, and its tenant.' });
export type AcceptedInvitation = z.infer<typeof acceptedInvitationSchema>;
