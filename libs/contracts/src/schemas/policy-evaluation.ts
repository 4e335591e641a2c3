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
        role: roleSchema.optional().describe('In this organization; else the one that they have.'),
        teamIds: teamIdsSchema.optional().describe('In this organization; else those that they are in.'),
        agentId: id.optional().describe('The agent that an API key is bound to.'),
      }),
    ],
    { error: 'must be an id, or an object with id and, where wanted, role, teamIds and agentId' },
  )
  .describe('The id of a user or of an API key, or an object that says more about them.');

export const evaluatePolicyRequestSchema = z
  .strictObject({
    principal,
    action: z.enum(ACTIONS),
    resource: z
      .string()
      .regex(NAMED, 'must be namespace:, agent:, memory: or artifact: with an id')
      .meta({ pattern: String.raw`^(?:namespace|agent|memory|artifact):(?:[^*\x00]|[^\x00]{2,200})$` })
      .describe(
        'One memory or artifact, or whatever lies in a namespace or is of an agent: `memory:<id>`, `artifact:<id>`, `namespace:<id>`, `agent:<id>`.',
      ),
    context: z
      .strictObject({
        namespaceId: id.optional(),
        agentId: id.optional().describe('The agent whose data it is.'),
        tags: z.array(text(1, 100)).max(100).optional(),
        environment: z.enum(['live', 'test']).optional().describe('Default `live`.'),
        time: isoInstant.optional().describe('Default now.'),
      })
      .default({})
      .describe('What is to be assumed; it stands above what is stored.'),
  })
  .meta({ id: 'EvaluatePolicyRequest', description: 'A question that nobody has asked yet.' });

export const policyEvaluationSchema = z
  .object({
    effect: z.enum(['allow', 'deny']),
    allowed: z.boolean(),
    policyId: z.string().nullable().describe('Null where no policy of this organization decided.'),
    policyName: z.string().nullable(),
    organizationId: z.string().nullable().describe('This organization where it decided, else null.'),
    reason: z.string(),
    principal: z
      .object({ id: z.string(), role: roleSchema.nullable(), teamIds: z.array(z.string()) })
      .describe('As whom they were judged, in this organization.'),
  })
  .meta({ id: 'PolicyEvaluation', description: 'The decision, and why it is so.' });
export type PolicyEvaluation = z.infer<typeof policyEvaluationSchema>;
