import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { deletedSchema } from '../schemas/deleted.ts';
import { text } from '../schemas/json.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';
import { createPolicyRequestSchema, policySchema, updatePolicyRequestSchema } from '../schemas/policy.ts';
import { evaluatePolicyRequestSchema, policyEvaluationSchema } from '../schemas/policy-evaluation.ts';

const orgParams = z.strictObject({ orgId: text(1, 200) });
const policyParams = z.strictObject({ orgId: text(1, 200), policyId: text(1, 200) });

const NO_ORGANIZATION = 'The organization does not exist';
const NO_POLICY = 'The policy does not exist';
const TOO_MANY = 'The organization has 1000 policies, which is the most';
const TOO_MANY_ON_TAGS = 'The organization has 100 policies with a condition on resource.tags, which is the most';

const AS_SENT: z.output<typeof createPolicyRequestSchema> = {
  name: 'Salaries are for admins',
  effect: 'deny',
  resource: '*:*',
  action: 'read',
  conditions: { 'resource.tags': ['salary'], 'principal.role': { notIn: ['owner', 'admin'] } },
  priority: 100,
};
const POLICY: z.output<typeof policySchema> = {
  id: 'pol_7a6b5c4d3e2f41009f8e7d6c5b4a3928',
  organizationId: 'org_5b0c1f8a6d7e49c2a3b4d5e6f7081920',
  ...AS_SENT,
  createdAt: '2026-05-08T09:40:00.000Z',
  updatedAt: '2026-05-08T09:40:00.000Z',
};
const inOrganization = { orgId: POLICY.organizationId };
const ofPolicy = { ...inOrganization, policyId: POLICY.id };

// Policies hold for data of the whole tenant, so who may only read there makes none, also in an organization of their own.
const ofPolicies = { credential: 'jwt', scope: 'write', service: 'enterprise-org' } as const;

export const createPolicy = defineOperation({
  ...ofPolicies,
  name: 'createPolicy',
  summary: 'Create a policy',
  method: 'POST',
  path: '/v1/organizations/{orgId}/policies',
  permission: 'policy:create',
  params: orgParams,
  body: createPolicyRequestSchema,
  response: policySchema,
  successStatus: 201,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_ORGANIZATION, conflict: TOO_MANY },
  description:
    'It holds everywhere within a second: for what lies in namespaces of this organization, for what its agents left outside of any, and, together with the policies of the other organizations of the tenant, for what belongs to none. Names need not be unique. An organization has at most 1,000, of which at most 100 have a condition on `resource.tags`.',
  examples: [{ summary: 'What is tagged is closed to most', params: inOrganization, body: AS_SENT, response: POLICY }],
});

export const listPolicies = defineOperation({
  ...ofPolicies,
  scope: null,
  name: 'listPolicies',
  summary: 'List the policies of an organization',
  method: 'GET',
  path: '/v1/organizations/{orgId}/policies',
  permission: 'policy:read',
  params: orgParams,
  query: cursorQuery,
  response: cursorPage(policySchema).meta({ id: 'PolicyPage', description: 'One page of policies.' }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description: 'In the order in which they were made, which is not the one in which they decide.',
  examples: [
    {
      summary: 'The only one',
      params: inOrganization,
      response: { items: [POLICY], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const updatePolicy = defineOperation({
  ...ofPolicies,
  name: 'updatePolicy',
  summary: 'Change a policy',
  method: 'PATCH',
  path: '/v1/organizations/{orgId}/policies/{policyId}',
  permission: 'policy:update',
  params: policyParams,
  body: updatePolicyRequestSchema,
  response: policySchema,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_POLICY, conflict: TOO_MANY_ON_TAGS },
  description:
    'What is not sent stays as it is; `conditions` are replaced as a whole. It holds everywhere within a second.',
  examples: [
    {
      summary: 'A later place in the order',
      params: ofPolicy,
      body: { priority: 10 },
      response: { ...POLICY, priority: 10, updatedAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});

export const deletePolicy = defineOperation({
  ...ofPolicies,
  name: 'deletePolicy',
  summary: 'Delete a policy',
  method: 'DELETE',
  path: '/v1/organizations/{orgId}/policies/{policyId}',
  permission: 'policy:update',
  params: policyParams,
  response: deletedSchema('DeletedPolicy', 'A policy'),
  errors: ['not_found'],
  errorMessages: { not_found: NO_POLICY },
  description: 'It holds no more, everywhere within a second.',
  examples: [{ summary: 'It is gone', params: ofPolicy, response: { id: POLICY.id, deleted: true } }],
});

export const evaluatePolicy = defineOperation({
  ...ofPolicies,
  scope: null,
  name: 'evaluatePolicy',
  summary: 'Ask what would be decided, and why',
  method: 'POST',
  path: '/v1/organizations/{orgId}/policies/evaluate',
  permission: 'policy:read',
  params: orgParams,
  body: evaluatePolicyRequestSchema,
  response: policyEvaluationSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description:
    'Nothing is read or changed. Of a stored memory or artifact, namespace, agent, tags and sources are looked up, so that the answer is what would be enforced. A policy of another organization of the tenant is not named.',
  examples: [
    {
      summary: 'A viewer asks for what is tagged',
      params: inOrganization,
      body: {
        principal: { id: 'usr_f849b5549a5138e68b2825aefdd06063', role: 'viewer' },
        action: 'read',
        resource: 'namespace:nsp_2f1e0d9c8b7a46958f4e3d2c1b0a9988',
        context: { tags: ['salary'] },
      },
      response: {
        effect: 'deny',
        allowed: false,
        policyId: POLICY.id,
        policyName: POLICY.name,
        organizationId: POLICY.organizationId,
        reason: 'The policy "Salaries are for admins" denies it',
        principal: { id: 'usr_f849b5549a5138e68b2825aefdd06063', role: 'viewer', teamIds: [] },
      },
    },
  ],
});
