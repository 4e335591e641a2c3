import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import {
  agentSchema,
  createAgentRequestSchema,
  deletedAgentSchema,
  updateAgentRequestSchema,
} from '../schemas/agent.ts';
import { text } from '../schemas/json.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';

const orgParams = z.strictObject({ orgId: text(1, 200) });
const agentParams = z.strictObject({ orgId: text(1, 200), agentId: text(1, 200) });

const NO_ORGANIZATION = 'The organization does not exist';
const NO_AGENT = 'The agent identity does not exist';
const NAME_TAKEN = 'An agent identity with this name exists already';

const AGENT: z.output<typeof agentSchema> = {
  id: 'agt_7c6d5e4f3a2b41908f7e6d5c4b3a2918',
  organizationId: 'org_5b0c1f8a6d7e49c2a3b4d5e6f7081920',
  name: 'berth-planner',
  description: 'Plans which ship lies where.',
  framework: 'langgraph',
  teamId: null,
  metadata: { model: 'small' },
  createdAt: '2026-05-08T09:20:00.000Z',
  updatedAt: '2026-05-08T09:20:00.000Z',
};
const inOrganization = { orgId: AGENT.organizationId };
const asAgent = { ...inOrganization, agentId: AGENT.id };

const ofAgents = { credential: 'jwt', scope: null, service: 'enterprise-org' } as const;

export const createAgent = defineOperation({
  ...ofAgents,
  name: 'createAgent',
  summary: 'Create an agent identity',
  method: 'POST',
  path: '/v1/organizations/{orgId}/agents',
  permission: 'agent:create',
  params: orgParams,
  body: createAgentRequestSchema,
  response: agentSchema,
  successStatus: 201,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_ORGANIZATION, conflict: NAME_TAKEN },
  description:
    'Events that name this agent by its id are governed by the policies of this organization. An organization has at most 10,000 agent identities; one more is a 409.',
  examples: [
    {
      summary: 'An agent without a team',
      params: inOrganization,
      body: {
        name: AGENT.name,
        description: AGENT.description,
        framework: AGENT.framework,
        metadata: AGENT.metadata,
      },
      response: AGENT,
    },
  ],
});

export const listAgents = defineOperation({
  ...ofAgents,
  name: 'listAgents',
  summary: 'List the agent identities of an organization',
  method: 'GET',
  path: '/v1/organizations/{orgId}/agents',
  permission: 'agent:read',
  params: orgParams,
  query: cursorQuery,
  response: cursorPage(agentSchema).meta({ id: 'AgentPage', description: 'One page of agent identities.' }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description: 'In order of creation.',
  examples: [
    {
      summary: 'The only one',
      params: inOrganization,
      response: { items: [AGENT], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const updateAgent = defineOperation({
  ...ofAgents,
  name: 'updateAgent',
  summary: 'Change an agent identity',
  method: 'PATCH',
  path: '/v1/organizations/{orgId}/agents/{agentId}',
  permission: 'agent:update',
  params: agentParams,
  body: updateAgentRequestSchema,
  response: agentSchema,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_AGENT, conflict: NAME_TAKEN },
  description: 'Fields that are not sent stay unchanged; null clears a field. `metadata` is replaced as a whole.',
  examples: [
    {
      summary: 'A new name, and the description removed',
      params: asAgent,
      body: { name: 'quay-planner', description: null },
      response: { ...AGENT, name: 'quay-planner', description: null, updatedAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});

export const deleteAgent = defineOperation({
  ...ofAgents,
  name: 'deleteAgent',
  summary: 'Delete an agent identity',
  method: 'DELETE',
  path: '/v1/organizations/{orgId}/agents/{agentId}',
  permission: 'agent:delete',
  params: agentParams,
  response: deletedAgentSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_AGENT },
  description:
    'Its data stays, and belongs to no organization any more unless it is in a namespace. API keys bound to it are denied everything from then on.',
  examples: [{ summary: 'Deleted', params: asAgent, response: { id: AGENT.id, deleted: true } }],
});
