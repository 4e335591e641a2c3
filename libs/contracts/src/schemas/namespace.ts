import { z } from 'zod';
import { sensitivitySchema } from './policy-conditions.ts';
import { utcInstant } from './instant.ts';
import { text } from './json.ts';
import { nameText } from './name.ts';
import { teamIdsSchema } from './team-ids.ts';

/** Maximum number of namespaces of an organization. */
export const MOST_NAMESPACES = 10_000;

const name = nameText().describe('Unique in the organization, ignoring case.');
const description = text(0, 2000).nullable();
const sensitivity = sensitivitySchema.describe(
  "If no policy decides, `public` and `internal` can be read by the whole tenant, `confidential` and `restricted` by the namespace's teams and the organization's owners and admins.",
);
const teamIds = teamIdsSchema.describe('The teams that may read it.');

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
  .meta({ id: 'UpdateNamespaceRequest', description: 'The fields to change.' });

export const namespaceSchema = z
  .object({
    id: z.string().describe('The id to use as `metadata.namespaceId` of events.'),
    organizationId: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    sensitivity: sensitivitySchema,
    teamIds: z.array(z.string()),
    createdAt: utcInstant,
    updatedAt: utcInstant,
  })
  .meta({ id: 'Namespace', description: 'A namespace of an organization.' });
export type Namespace = z.infer<typeof namespaceSchema>;
