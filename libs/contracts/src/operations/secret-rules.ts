import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import { secretRuleSchema, updateSecretRuleRequestSchema } from '../schemas/secret-rule.ts';

const RULE: z.output<typeof secretRuleSchema> = {
  id: 'github',
  description: 'Tokens of GitHub',
  isEnabled: true,
};

const ofRules = { credential: 'jwt', scope: null, service: 'gateway' } as const;

export const listSecretRules = defineOperation({
  ...ofRules,
  name: 'listSecretRules',
  summary: 'List what is looked for in captured events',
  method: 'GET',
  path: '/v1/secret-rules',
  response: z
    .object({ items: z.array(secretRuleSchema) })
    .meta({ id: 'SecretRuleList', description: 'Every rule, by its id.' }),
  description:
    'What a rule finds in an event is replaced by `[secret:<kind>:<fingerprint>]` before anything keeps the event. Equal secrets of a tenant have equal fingerprints.',
  examples: [{ summary: 'One of them', response: { items: [RULE] } }],
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
  errorMessages: { forbidden: 'This takes an owner or an admin of the tenant', not_found: 'The rule does not exist' },
  description:
    'For owners and admins of the tenant. Holds for what is captured from a second later on, not for what is kept.',
  examples: [
    {
      summary: 'Tokens of GitHub are kept as they are',
      params: { ruleId: RULE.id },
      body: { isEnabled: false },
      response: { ...RULE, isEnabled: false },
    },
  ],
});
