import { z } from 'zod';
import { ACTIONS } from './policy-facts.ts';
import { isoInstant } from './instant.ts';
import { text } from './json.ts';
import { roleSchema } from './organization.ts';
import { teamIdsSchema } from './team-ids.ts';

const id = text(1, 200);
const NAMED = /^(?:namespace|agent|memory|artifact):(?:[^*\0\ud800-\udfff]|[^\0\ud800-\udfff]{2,200})$/su;

const principal = z
  .union(
    [
      id,
      z.strictObject({
        id,
        role: roleSchema.optional().describe('The role to assume in this organization. Default: the actual one.'),
        teamIds: teamIdsSchema
          .optional()
          .describe('The teams to assume in this organization. Default: the actual ones.'),
        agentId: id.optional().describe('The agent that an API key is bound to.'),
        ownerId: id
          .optional()
          .describe('The user who an API key belongs to: the key may do only what they may do too.'),
      }),
    ],
    { error: 'must be an id, or an object with id and optionally role, teamIds, agentId and ownerId' },
  )
  .describe('The id of a user or an API key, or an object with further assumptions.');

export const evaluatePolicyRequestSchema = z
  .strictObject({
    principal,
    action: z.enum(ACTIONS),
    resource: z
      .string()
      .regex(NAMED, 'must be namespace:, agent:, memory: or artifact: with an id')
      .meta({ pattern: String.raw`^(?:namespace|agent|memory|artifact):(?:[^*\x00]|[^\x00]{2,200})$` })
      .describe(
        'One memory or artifact (`memory:<id>`, `artifact:<id>`), or the data in a namespace or of an agent (`namespace:<id>`, `agent:<id>`).',
      ),
    context: z
      .strictObject({
        namespaceId: id.optional(),
        agentId: id.optional().describe('The agent that the data belongs to.'),
        tags: z.array(text(1, 100)).max(100).optional(),
        environment: z.enum(['live', 'test']).optional().describe('Default `live`.'),
        time: isoInstant.optional().describe('Default now.'),
      })
      .default({})
      .describe('Assumptions that override what is stored.'),
  })
  .meta({ id: 'EvaluatePolicyRequest', description: 'A request to decide about without making it.' });

export const policyEvaluationSchema = z
  .object({
    effect: z.enum(['allow', 'deny']),
    allowed: z.boolean(),
    policyId: z.string().nullable().describe('Null if no policy of this organization decided.'),
    policyName: z.string().nullable(),
    organizationId: z.string().nullable().describe('This organization if it decided, else null.'),
    reason: z.string(),
    principal: z
      .object({ id: z.string(), role: roleSchema.nullable(), teamIds: z.array(z.string()) })
      .describe('The role and teams in this organization that the decision used.'),
  })
  .meta({ id: 'PolicyEvaluation', description: 'The decision and its reason.' });
export type PolicyEvaluation = z.infer<typeof policyEvaluationSchema>;
