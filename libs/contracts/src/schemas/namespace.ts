import { z } from 'zod';
import { sensitivitySchema } from './policy-conditions.ts';
import { utcInstant } from './instant.ts';
import { text } from './json.ts';
import { teamIdsSchema } from './team-ids.ts';

/** Most namespaces of an organization. */
export const MOST_NAMESPACES = 10_000;

const name = text(1, 200).describe('Unique in the organization, without regard to case.');
const description = text(0, 2000).nullable();
const sensitivity = sensitivitySchema.describe(
  'Where no policy decides, `public` and `internal` are open to the tenant, `confidential` and `restricted` to the teams, owners and admins.',
);
const teamIds = teamIdsSchema.describe('The teams that it is open to.');

export const createNamespaceRequestSchema = z
  .strictObject({
    name,
    description: description.default(null),
    sensitivity: sensitivity.default('internal'),
    teamIds: teamIds.default([]),
  })
  .meta({ id: 'CreateNamespaceRequest', description: 'A new namespace.' });

export const updateNamespaceRequestSchema = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    sensitivity: sensitivity.optional(),
    teamIds: teamIds.optional(),
  })
  .meta({ id: 'UpdateNamespaceRequest', description: 'What is to change.' });

export const namespaceSchema = z
  .object({
    id: z.string().describe('What `metadata.namespaceId` of an event names it by.'),
    organizationId: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    sensitivity: sensitivitySchema,
    teamIds: z.array(z.string()),
    createdAt: utcInstant,
    updatedAt: utcInstant,
  })
  .meta({ id: 'Namespace', description: 'A namespace of an organization: a place for memories.' });
export type Namespace = z.infer<typeof namespaceSchema>;
