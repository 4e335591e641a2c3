import { z } from 'zod';
import { deletedSchema } from './deleted.ts';
import { utcInstant } from './instant.ts';
import { jsonObject, keptObject, text } from './json.ts';
import { nameText } from './name.ts';

/** Maximum number of agent identities of an organization. */
export const MOST_AGENTS = 10_000;

const MAX_METADATA_BYTES = 16 * 1024;

const name = nameText().describe('Unique in the organization, ignoring case.');
const description = text(0, 2000).nullable();
const framework = text(1, 200).nullable().describe('The framework it is built with.');
const teamId = text(1, 200).nullable().describe('The team that it belongs to.');
const metadata = jsonObject
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES, 'must be at most 16 KiB of JSON')
  .describe('Stored unchanged. At most 16 KiB of JSON.');

export const createAgentRequestSchema = z
  .strictObject({
    name,
    description: description.default(null),
    framework: framework.default(null),
    teamId: teamId.default(null),
    metadata: metadata.default({}),
  })
  .meta({ id: 'CreateAgentRequest', description: 'A new agent identity.' });

export const updateAgentRequestSchema = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    framework: framework.optional(),
    teamId: teamId.optional(),
    metadata: metadata.optional(),
  })
  .meta({ id: 'UpdateAgentRequest', description: 'The fields to change.' });

export const agentSchema = z
  .object({
    id: z.string().describe('The id to use as `metadata.agentId` of events and `agentId` of API keys.'),
    organizationId: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    framework: z.string().nullable(),
    teamId: z.string().nullable(),
    metadata: keptObject,
    createdAt: utcInstant,
    updatedAt: utcInstant,
  })
  .meta({ id: 'Agent', description: 'An agent identity of an organization.' });
export type Agent = z.infer<typeof agentSchema>;

export const deletedAgentSchema = deletedSchema('DeletedAgent', 'The agent identity');
