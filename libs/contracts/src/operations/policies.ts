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
const TOO_MANY = 'The organization has 1000 policies, which is the maximum';
const TOO_MANY_ON_TAGS = 'The organization has 100 policies with a condition on resource.tags, which is the maximum';

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

// A policy affects data of the whole tenant, so it needs a write scope there, even from an organization's owner.
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
    "Takes effect everywhere within a second. It governs data in the namespaces of this organization, data of its agents outside namespaces, and (together with the policies of the tenant's other organizations) data that belongs to no organization. Names need not be unique. An organization has at most 1,000 policies, of which at most 100 have a condition on `resource.tags`.",
  examples: [{ summary: 'Deny tagged data to most members', params: inOrganization, body: AS_SENT, response: POLICY }],
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
  description: 'In order of creation, which is not the order of precedence.',
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
    'Fields that are not sent stay unchanged; `conditions` are replaced as a whole. Takes effect everywhere within a second.',
  examples: [
    {
      summary: 'A lower priority',
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
  description: 'Takes effect everywhere within a second.',
  examples: [{ summary: 'Deleted', params: ofPolicy, response: { id: POLICY.id, deleted: true } }],
});

export const evaluatePolicy = defineOperation({
  ...ofPolicies,
  scope: null,
  name: 'evaluatePolicy',
  summary: 'Evaluate a request against the policies',
  method: 'POST',
  path: '/v1/organizations/{orgId}/policies/evaluate',
  permission: 'policy:read',
  params: orgParams,
  body: evaluatePolicyRequestSchema,
  response: policyEvaluationSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description:
    'A dry run: returns the decision and its reason, and changes nothing. Namespace, agent, tags and sources of a stored memory or artifact are looked up, so the decision is the one that would be enforced. A policy of another organization of the tenant is not named.',
  examples: [
    {
      summary: 'A viewer reads tagged data',
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
