import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { OPERATIONS } from './table.ts';

const NAMES = ['name', 'tenantName'];

/** Every field of a request that a person names something by. */
const named = OPERATIONS.flatMap(({ name: operation, body }) =>
  body instanceof z.ZodObject
    ? NAMES.filter((field) => field in body.shape).map((field) => [operation, field, body] as const)
    : [],
);

test('there are names in organizations, vaults, accounts and keys', () => {
  expect(new Set(named.map(([operation]) => operation))).toEqual(
    new Set([
      ...['registerAccount', 'createApiKey', 'createOrganization', 'updateOrganization', 'createTeam', 'updateTeam'],
      ...['createAgent', 'updateAgent', 'createNamespace', 'updateNamespace', 'createPolicy', 'updatePolicy'],
      ...['createLifecyclePolicy', 'updateLifecyclePolicy', 'createVault', 'createVaultItem'],
    ]),
  );
});

test.each(named)('%s normalizes %s, and rejects what cannot be seen in it', (_operation, field, body) => {
  const schema = z.object({ [field]: body.shape[field] as z.ZodType });
  expect(schema.parse({ [field]: ' Ｐier\u00a07 ' })).toEqual({ [field]: 'Pier 7' });
  for (const name of ['Pi\u200ber', 'Pi\u202eer', ' ']) expect(schema.safeParse({ [field]: name }).success).toBe(false);
});
