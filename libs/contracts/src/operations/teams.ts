import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';
import {
  createTeamRequestSchema,
  deletedTeamSchema,
  teamDetailSchema,
  teamSchema,
  updateTeamRequestSchema,
} from '../schemas/team.ts';

const orgParams = z.strictObject({ orgId: text(1, 200) });
const teamParams = z.strictObject({ orgId: text(1, 200), teamId: text(1, 200) });

const NO_ORGANIZATION = 'The organization does not exist';
const NO_TEAM = 'The team does not exist';
const NAME_TAKEN = 'A team with this name exists already';

const TEAM: z.output<typeof teamSchema> = {
  id: 'team_41d0c3b5a7984e6f8a9b0c1d2e3f4051',
  name: 'Quay Operations',
  description: 'Berths, cranes and tugs.',
  memberCount: 1,
  createdAt: '2026-05-08T09:10:00.000Z',
  updatedAt: '2026-05-08T09:10:00.000Z',
};
const MEMBER = {
  id: 'mbr_0f3a9d1c7b5e42868f1d2c3b4a596877',
  userId: 'usr_f849b5549a5138e68b2825aefdd06063',
  email: 'maya@example.com',
  name: 'Maya',
  role: 'owner' as const,
};
const inOrganization = { orgId: 'org_5b0c1f8a6d7e49c2a3b4d5e6f7081920' };
const asTeam = { ...inOrganization, teamId: TEAM.id };

const ofTeams = { credential: 'jwt', scope: null, service: 'enterprise-org' } as const;

export const createTeam = defineOperation({
  ...ofTeams,
  name: 'createTeam',
  summary: 'Create a team',
  method: 'POST',
  path: '/v1/organizations/{orgId}/teams',
  permission: 'team:create',
  params: orgParams,
  body: createTeamRequestSchema,
  response: teamSchema,
  successStatus: 201,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_ORGANIZATION, conflict: NAME_TAKEN },
  description: 'An organization has at most 1,000 teams; one more is a 409.',
  examples: [
    {
      summary: 'A team without members',
      params: inOrganization,
      body: { name: TEAM.name, description: TEAM.description },
      response: { ...TEAM, memberCount: 0 },
    },
  ],
});

export const listTeams = defineOperation({
  ...ofTeams,
  name: 'listTeams',
  summary: 'List the teams of an organization',
  method: 'GET',
  path: '/v1/organizations/{orgId}/teams',
  permission: 'team:list',
  params: orgParams,
  query: cursorQuery,
  response: cursorPage(teamSchema).meta({ id: 'TeamPage', description: 'One page of teams.' }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description: 'In order of creation.',
  examples: [
    {
      summary: 'The only one',
      params: inOrganization,
      response: { items: [TEAM], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const getTeam = defineOperation({
  ...ofTeams,
  name: 'getTeam',
  summary: 'Read one team, with its members',
  method: 'GET',
  path: '/v1/organizations/{orgId}/teams/{teamId}',
  permission: 'team:list',
  params: teamParams,
  response: teamDetailSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_TEAM },
  description:
    'Shows at most the first 1,000 members; `memberCount` is the number of all. Invited persons are not members yet.',
  examples: [{ summary: 'A team of one', params: asTeam, response: { ...TEAM, members: [MEMBER] } }],
});

export const updateTeam = defineOperation({
  ...ofTeams,
  name: 'updateTeam',
  summary: 'Change a team',
  method: 'PATCH',
  path: '/v1/organizations/{orgId}/teams/{teamId}',
  permission: 'team:update',
  params: teamParams,
  body: updateTeamRequestSchema,
  response: teamSchema,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_TEAM, conflict: NAME_TAKEN },
  description:
    'Fields that are not sent stay unchanged. `memberIds` replaces the members, with immediate effect on every policy and namespace that names the team; open invitations to it stay.',
  examples: [
    {
      summary: 'A new description and new members',
      params: asTeam,
      body: { description: 'Berths and cranes.', memberIds: [MEMBER.id] },
      response: { ...TEAM, description: 'Berths and cranes.', updatedAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});

export const deleteTeam = defineOperation({
  ...ofTeams,
  name: 'deleteTeam',
  summary: 'Delete a team',
  method: 'DELETE',
  path: '/v1/organizations/{orgId}/teams/{teamId}',
  permission: 'team:delete',
  params: teamParams,
  response: deletedTeamSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_TEAM },
  description:
    'Its members stay in the organization, and its agent identities stay without a team. Its namespaces lose the team: a confidential namespace without teams is open only to owners and admins.',
  examples: [{ summary: 'Deleted', params: asTeam, response: { id: TEAM.id, deleted: true } }],
});
