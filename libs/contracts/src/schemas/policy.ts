import { z } from 'zod';
import { conditionsSchema } from './policy-conditions.ts';
import { ACTIONS, resourcePatternSchema } from './policy-facts.ts';
import { utcInstant } from './instant.ts';
import { nameText } from './name.ts';

/** Maximum number of policies of an organization. */
export const MOST_POLICIES = 1_000;
/** Maximum number of policies with a condition on `resource.tags`, which is evaluated row by row. */
export const MOST_POLICIES_ON_TAGS = 100;
const UTMOST_PRIORITY = 1_000_000;

const name = nameText();
const effect = z.enum(['allow', 'deny']);
const action = z.enum([...ACTIONS, '*']).describe('`write` is capture; `*` is both.');
const priority = z
  .int()
  .min(-UTMOST_PRIORITY)
  .max(UTMOST_PRIORITY)
  .describe('The highest wins; at equal priority, `deny` wins.');

export const createPolicyRequestSchema = z
  .strictObject({
    name: name.describe('Need not be unique.'),
    effect,
    resource: resourcePatternSchema,
    action,
    conditions: conditionsSchema.default({}),
    priority,
  })
  .meta({ id: 'CreatePolicyRequest', description: 'A new policy.' });

export const updatePolicyRequestSchema = z
  .strictObject({
    name: name.optional(),
    effect: effect.optional(),
    resource: resourcePatternSchema.optional(),
    action: action.optional(),
    conditions: conditionsSchema.optional().describe('Replaces all conditions.'),
    priority: priority.optional(),
  })
  .meta({ id: 'UpdatePolicyRequest', description: 'The fields to change.' });

export const policySchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    name: z.string(),
    effect,
    resource: resourcePatternSchema,
    action,
    conditions: conditionsSchema,
    priority: z.number(),
    createdAt: utcInstant,
    updatedAt: utcInstant,
  })
  .meta({ id: 'Policy', description: 'Who may read or write what, under which conditions.' });
export type Policy = z.infer<typeof policySchema>;
