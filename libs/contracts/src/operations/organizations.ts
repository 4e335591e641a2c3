import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import {
  acceptedInvitationSchema,
  acceptInvitationRequestSchema,
  createOrganizationRequestSchema,
  invitationSchema,
  inviteMemberRequestSchema,
  memberSchema,
  organizationSchema,
  removedMemberSchema,
  updateMemberRequestSchema,
  updateOrganizationRequestSchema,
} from '../schemas/organization.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';

const orgParams = z.strictObject({ orgId: text(1, 200) });
export const memberParams = z.strictObject({ orgId: text(1, 200), memberId: text(1, 200) });

const NO_ORGANIZATION = 'The organization does not exist';
export const NO_MEMBER = 'The member does not exist';
const SLUG_TAKEN = 'An organization with this slug exists already';
const LAST_OWNER = 'This is the last owner: make another member an owner first';

const ORGANIZATION: z.output<typeof organizationSchema> = {
  id: 'org_5b0c1f8a6d7e49c2a3b4d5e6f7081920',
  name: 'Harbour Logistics',
  slug: 'harbour',
  role: 'owner',
  createdAt: '2026-05-08T08:58:27.793Z',
  updatedAt: '2026-05-08T08:58:27.793Z',
};
const inOrganization = { orgId: ORGANIZATION.id };

const OWNER: z.output<typeof memberSchema> = {
  id: 'mbr_0f3a9d1c7b5e42868f1d2c3b4a596877',
  userId: 'usr_f849b5549a5138e68b2825aefdd06063',
  email: 'maya@example.com',
  name: 'Maya',
  role: 'owner',
  teamIds: [],
  status: 'active',
  invitedBy: null,
  joinedAt: ORGANIZATION.createdAt,
};
const INVITED: z.output<typeof memberSchema> = {
  ...OWNER,
  id: 'mbr_9c8b7a6958473625140312f0e1d2c3b4',
  userId: null,
  email: 'noor@example.com',
  name: null,
  role: 'developer',
  status: 'invited',
  invitedBy: OWNER.userId,
  joinedAt: null,
};
export const asMember = { ...inOrganization, memberId: INVITED.id };
const INVITATION_TOKEN = 'strata_inv_exampleexampleexampleexampleexampleexample0';

export const createOrganization = defineOperation({
  name: 'createOrganization',
  summary: 'Create an organization',
  method: 'POST',
  path: '/v1/organizations',
  credential: 'jwt',
  scope: null,
  service: 'enterprise-org',
  body: createOrganizationRequestSchema,
  response: organizationSchema,
  successStatus: 201,
  errors: ['conflict'],
  errorMessages: { conflict: SLUG_TAKEN },
  description: 'It belongs to the tenant of your token, and you become its owner. Every signed-in user may create one.',
  examples: [
    {
      summary: 'A new organization',
      body: { name: ORGANIZATION.name, slug: ORGANIZATION.slug },
      response: ORGANIZATION,
    },
  ],
});

export const listOrganizations = defineOperation({
  name: 'listOrganizations',
  summary: 'List your organizations',
  method: 'GET',
  path: '/v1/organizations',
  credential: 'jwt',
  scope: null,
  service: 'enterprise-org',
  query: cursorQuery,
  response: cursorPage(organizationSchema).meta({ id: 'OrganizationPage', description: 'One page of organizations.' }),
  description: "The organizations of your token's tenant that you are a member of, newest first.",
  examples: [
    {
      summary: 'The only one',
      response: { items: [ORGANIZATION], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const getOrganization = defineOperation({
  name: 'getOrganization',
  summary: 'Read one organization',
  method: 'GET',
  path: '/v1/organizations/{orgId}',
  credential: 'jwt',
  scope: null,
  permission: 'org:read',
  service: 'enterprise-org',
  params: orgParams,
  response: organizationSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  examples: [{ summary: 'One of your own', params: inOrganization, response: ORGANIZATION }],
});

export const updateOrganization = defineOperation({
  name: 'updateOrganization',
  summary: 'Change an organization',
  method: 'PATCH',
  path: '/v1/organizations/{orgId}',
  credential: 'jwt',
  scope: null,
  permission: 'org:update',
  service: 'enterprise-org',
  params: orgParams,
  body: updateOrganizationRequestSchema,
  response: organizationSchema,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_ORGANIZATION, conflict: SLUG_TAKEN },
  description: 'Fields that are not sent stay unchanged.',
  examples: [
    {
      summary: 'Another name',
      params: inOrganization,
      body: { name: 'Harbour' },
      response: { ...ORGANIZATION, name: 'Harbour', updatedAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});

export const inviteMember = defineOperation({
  name: 'inviteMember',
  summary: 'Invite a person to an organization',
  method: 'POST',
  path: '/v1/organizations/{orgId}/members/invite',
  credential: 'jwt',
  // A role has effects in the whole tenant, so granting one needs a write scope there, even from an organization's owner.
  scope: 'write',
  permission: 'member:invite',
  service: 'enterprise-org',
  params: orgParams,
  body: inviteMemberRequestSchema,
  response: invitationSchema,
  successStatus: 201,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_ORGANIZATION, conflict: 'This address is a member of the organization already' },
  description:
    "The invitation's token is shown only in this response. Hand it to the invited person, who registers with it as `invitationToken` or, with an account for that e-mail address, accepts it. Inviting the same address again replaces the open invitation and its token. It works only while you may still send it: if you lose the role that allows it, it is withdrawn.",
  examples: [
    {
      summary: 'A developer',
      params: inOrganization,
      body: { email: 'noor@example.com', role: 'developer' },
      response: {
        id: INVITED.id,
        email: 'noor@example.com',
        role: 'developer',
        teamIds: [],
        status: 'invited',
        invitationToken: INVITATION_TOKEN,
        expiresAt: '2026-05-15T09:00:00.000Z',
      },
    },
  ],
});

export const listMembers = defineOperation({
  name: 'listMembers',
  summary: 'List the members of an organization',
  method: 'GET',
  path: '/v1/organizations/{orgId}/members',
  credential: 'jwt',
  scope: null,
  permission: 'member:list',
  service: 'enterprise-org',
  params: orgParams,
  query: cursorQuery,
  response: cursorPage(memberSchema).meta({ id: 'MemberPage', description: 'One page of members.' }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description: 'In order of joining. Open invitations are included, with the status `invited`.',
  examples: [
    {
      summary: 'An owner and an open invitation',
      params: inOrganization,
      response: { items: [OWNER, INVITED], pagination: { hasMore: false, cursor: null, total: 2 } },
    },
  ],
});

export const updateMember = defineOperation({
  name: 'updateMember',
  summary: 'Change the role or the teams of a member',
  method: 'PATCH',
  path: '/v1/organizations/{orgId}/members/{memberId}',
  credential: 'jwt',
  // A role has effects in the whole tenant, so granting one needs a write scope there, even from an organization's owner.
  scope: 'write',
  permission: 'member:update_role',
  service: 'enterprise-org',
  params: memberParams,
  body: updateMemberRequestSchema,
  response: memberSchema,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_MEMBER, conflict: LAST_OWNER },
  description:
    'Works for open invitations too, and makes you the one who invites. Fields that are not sent stay unchanged; a list of teams replaces the present one. Granting a role above your own, or changing a member above you, is a 403. The last owner cannot lose the role. Open invitations of the member that the new role could not send are withdrawn.',
  examples: [
    { summary: 'A new role', params: asMember, body: { role: 'viewer' }, response: { ...INVITED, role: 'viewer' } },
  ],
});

export const removeMember = defineOperation({
  name: 'removeMember',
  summary: 'Remove a member',
  method: 'DELETE',
  path: '/v1/organizations/{orgId}/members/{memberId}',
  credential: 'jwt',
  scope: null,
  permission: 'member:remove',
  service: 'enterprise-org',
  params: memberParams,
  response: removedMemberSchema,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_MEMBER, conflict: LAST_OWNER },
  description:
    'Also withdraws an open invitation: its token stops working. The open invitations of a removed member are withdrawn. Removing a member above you is a 403. The last owner cannot be removed.',
  examples: [{ summary: 'Deleted', params: asMember, response: { id: INVITED.id, deleted: true } }],
});

export const acceptInvitation = defineOperation({
  name: 'acceptInvitation',
  summary: 'Accept an invitation',
  method: 'POST',
  path: '/v1/invitations/accept',
  credential: 'jwt',
  scope: null,
  service: 'gateway',
  body: acceptInvitationRequestSchema,
  response: acceptedInvitationSchema,
  errors: ['conflict'],
  errorMessages: { conflict: 'You are a member of this organization already' },
  description:
    "For those who have an account: the invitation must be to your own e-mail address. Log in with the answered tenant's id for a token there.",
  examples: [
    {
      summary: 'A developer joins',
      body: { token: INVITATION_TOKEN },
      response: {
        tenant: { id: 'ten_744d8a720c5dfb281c382dfedd867562', name: 'Example', plan: 'pro' },
        organizationId: ORGANIZATION.id,
        role: 'developer',
      },
    },
  ],
});
