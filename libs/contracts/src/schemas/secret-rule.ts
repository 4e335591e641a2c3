import { z } from 'zod';

/** One kind of credential that is looked for in what is captured. */
export const secretRuleSchema = z
  .object({
    id: z.string().describe('The kind that stands in `[secret:<kind>:<fingerprint>]`.'),
    description: z.string(),
    isEnabled: z.boolean(),
  })
  .meta({ id: 'SecretRule', description: 'One kind of credential that is looked for in what is captured.' });
export type SecretRule = z.infer<typeof secretRuleSchema>;

export const updateSecretRuleRequestSchema = z
  .strictObject({ isEnabled: z.boolean() })
  .meta({ id: 'UpdateSecretRuleRequest', description: 'Whether the tenant wants it looked for.' });
