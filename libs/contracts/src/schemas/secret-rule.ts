import { z } from 'zod';

/** A secret rule: one kind of credential that is searched for in captured events. */
export const secretRuleSchema = z
  .object({
    id: z.string().describe('The kind in `[secret:<kind>:<fingerprint>]`.'),
    description: z.string(),
    isEnabled: z.boolean(),
  })
  .meta({ id: 'SecretRule', description: 'One kind of credential that is searched for in captured events.' });
export type SecretRule = z.infer<typeof secretRuleSchema>;

export const updateSecretRuleRequestSchema = z
  .strictObject({ isEnabled: z.boolean() })
  .meta({ id: 'UpdateSecretRuleRequest', description: 'Whether the rule is on for the tenant.' });
