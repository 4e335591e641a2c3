import { z } from 'zod';
import { deletedSchema } from './deleted.ts';
import { utcInstant } from './instant.ts';
import { text } from './json.ts';
import { nameText } from './name.ts';
import { roleSchema } from './organization.ts';

/** Maximum number of team members in a response, and in a request. */
export const MOST_TEAM_MEMBERS = 1000;

const name = nameText().describe('Unique in the organization, ignoring case.');
const description = text(0, 2000).nullable();
const memberIds = z.array(text(1, 200)).max(MOST_TEAM_MEMBERS);

export const createTeamRequestSchema = z
  .strictObject({
    name,
    description: description.default(null),
    memberIds: memberIds.default([]).describe('Members of the organization to start with.'),
  })
  .meta({ id: 'CreateTeamRequest', description: 'A new team.' });

export const updateTeamRequestSchema = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    memberIds: memberIds.optional().describe('The complete list of members; it replaces the present one.'),
  })
  .meta({ id: 'UpdateTeamRequest', description: 'The fields to change.' });

export const teamSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    memberCount: z.number().int().describe('Members who have joined the organization.'),
    createdAt: utcInstant,
    updatedAt: utcInstant,
  })
  .meta({ id: 'Team', description: 'A team of an organization.' });
export type Team = z.infer<typeof teamSchema>;

const teamMemberSchema = z
  .object({
    id: z.string(),
    userId: z.string(),
    email: z.string().nullable().describe('Null if the identity provider states none.'),
    name: z.string().nullable(),
    role: roleSchema.describe('In the organization.'),
  })
  .meta({ id: 'TeamMember', description: 'A member of a team.' });
export type TeamMember = z.infer<typeof teamMemberSchema>;

export const teamDetailSchema = teamSchema
  .extend({
    members: z
      .array(teamMemberSchema)
      .describe(`In the order in which they joined the organization; only the first ${String(MOST_TEAM_MEMBERS)}.`),
  })
  .meta({ id: 'TeamDetail', description: 'A team with its members.' });
export type TeamDetail = z.infer<typeof teamDetailSchema>;

export const deletedTeamSchema = deletedSchema('DeletedTeam', 'The team');
