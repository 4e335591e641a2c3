import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import { secretRuleSchema, updateSecretRuleRequestSchema } from '../schemas/secret-rule.ts';

const RULE: z.output<typeof secretRuleSchema> = {
  id: 'github',
  description: 'GitHub tokens',
  isEnabled: true,
};

const ofRules = { credential: 'jwt', scope: null, service: 'gateway' } as const;

export const listSecretRules = defineOperation({
  ...ofRules,
  name: 'listSecretRules',
  summary: 'List the secret rules',
  method: 'GET',
  path: '/v1/secret-rules',
  response: z
    .object({ items: z.array(secretRuleSchema) })
    .meta({ id: 'SecretRuleList', description: 'All rules, sorted by id.' }),
  description:
    'A secret that a rule finds in an event is replaced by `[secret:<kind>:<fingerprint>]` before the event is stored. Equal tokens of a tenant have equal fingerprints; the fingerprint of a password that could be guessed is random in every event.',
  examples: [{ summary: 'One rule', response: { items: [RULE] } }],
});

export const updateSecretRule = defineOperation({
  ...ofRules,
  name: 'updateSecretRule',
  summary: 'Turn one rule on or off for the tenant',
  method: 'PATCH',
  path: '/v1/secret-rules/{ruleId}',
  params: z.strictObject({ ruleId: text(1, 200) }),
  body: updateSecretRuleRequestSchema,
  response: secretRuleSchema,
  errors: ['forbidden', 'not_found'],
  errorMessages: { forbidden: 'This needs an owner or admin of the tenant', not_found: 'The rule does not exist' },
  description:
    'Needs an owner or admin of the tenant. Affects events captured from a second later on, not stored events.',
  examples: [
    {
      summary: 'Stop replacing GitHub tokens',
      params: { ruleId: RULE.id },
      body: { isEnabled: false },
      response: { ...RULE, isEnabled: false },
    },
  ],
});
