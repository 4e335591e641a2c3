import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import {
  createLifecyclePolicyRequestSchema,
  deletedLifecyclePolicySchema,
  lifecyclePolicySchema,
  lifecyclePreviewSchema,
  updateLifecyclePolicyRequestSchema,
} from '../schemas/lifecycle.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';

const orgParams = z.strictObject({ orgId: text(1, 200) });
const policyParams = z.strictObject({ orgId: text(1, 200), policyId: text(1, 200) });

const NO_ORGANIZATION = 'The organization does not exist';
const NO_POLICY = 'The lifecycle policy does not exist';
const TOO_MANY = 'The organization has 1,000 lifecycle policies, the most there may be';

const POLICY: z.output<typeof lifecyclePolicySchema> = {
  id: 'lcp_3d5e7f90a1b2c3d4e5f60718293a4b5c',
  organizationId: 'org_5b0c1f8a6d7e49c2a3b4d5e6f7081920',
  name: 'A year, then gone',
  retentionDays: 30,
  archiveAfterDays: 180,
  deleteAfterDays: 365,
  scope: '*:*',
  createdAt: '2026-05-08T09:04:11.020Z',
  updatedAt: '2026-05-08T09:04:11.020Z',
};
const inOrganization = { orgId: POLICY.organizationId };
const ofPolicy = { ...inOrganization, policyId: POLICY.id };

export const createLifecyclePolicy = defineOperation({
  name: 'createLifecyclePolicy',
  summary: 'Create a lifecycle policy',
  method: 'POST',
  path: '/v1/organizations/{orgId}/lifecycle-policies',
  credential: 'jwt',
  // It holds for data of the whole tenant, so who may only read there makes none, also in an organization of their own.
  scope: 'write',
  permission: 'lifecycle:manage',
  service: 'enterprise-org',
  params: orgParams,
  body: createLifecyclePolicyRequestSchema,
  response: lifecyclePolicySchema,
  successStatus: 201,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_ORGANIZATION, conflict: TOO_MANY },
  description:
    'It takes effect with the next sweep, within a minute unless the service is set up otherwise. Age counts from what happened: from the newest evidence of a memory, or from its restoration, and from `occurredAt` of an event. Of several policies over one thing the most specific scope decides alone: `memory:<id>`, `namespace:<id>`, `agent:<id>`, `namespace:*` and `agent:*`, then `memory:*` and `*:*`. Of equally specific ones each step is taken at the latest time that one of them states, and never before the longest `retentionDays` among them.',
  examples: [
    {
      summary: 'Archived after half a year, deleted after a year',
      params: inOrganization,
      body: { name: POLICY.name, retentionDays: 30, archiveAfterDays: 180, deleteAfterDays: 365 },
      response: POLICY,
    },
  ],
});

export const listLifecyclePolicies = defineOperation({
  name: 'listLifecyclePolicies',
  summary: 'List the lifecycle policies of an organization',
  method: 'GET',
  path: '/v1/organizations/{orgId}/lifecycle-policies',
  credential: 'jwt',
  scope: null,
  permission: 'org:read',
  service: 'enterprise-org',
  params: orgParams,
  query: cursorQuery,
  response: cursorPage(lifecyclePolicySchema).meta({
    id: 'LifecyclePolicyPage',
    description: 'One page of lifecycle policies.',
  }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description: 'In the order in which they were made.',
  examples: [
    {
      summary: 'The only one',
      params: inOrganization,
      response: { items: [POLICY], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const updateLifecyclePolicy = defineOperation({
  name: 'updateLifecyclePolicy',
  summary: 'Change a lifecycle policy',
  method: 'PATCH',
  path: '/v1/organizations/{orgId}/lifecycle-policies/{policyId}',
  credential: 'jwt',
  scope: 'write',
  permission: 'lifecycle:manage',
  service: 'enterprise-org',
  params: policyParams,
  body: updateLifecyclePolicyRequestSchema,
  response: lifecyclePolicySchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_POLICY },
  description:
    'What is not sent stays as it is. Memories that no policy archives any more come back with the next sweep; what was deleted does not.',
  examples: [
    {
      summary: 'Never deleted',
      params: ofPolicy,
      body: { deleteAfterDays: null },
      response: { ...POLICY, deleteAfterDays: null, updatedAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});

export const deleteLifecyclePolicy = defineOperation({
  name: 'deleteLifecyclePolicy',
  summary: 'Delete a lifecycle policy',
  method: 'DELETE',
  path: '/v1/organizations/{orgId}/lifecycle-policies/{policyId}',
  credential: 'jwt',
  scope: 'write',
  permission: 'lifecycle:manage',
  service: 'enterprise-org',
  params: policyParams,
  response: deletedLifecyclePolicySchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_POLICY },
  description: 'Memories that no other policy archives come back with the next sweep; what was deleted does not.',
  examples: [{ summary: 'It is gone', params: ofPolicy, response: { id: POLICY.id, deleted: true } }],
});

export const previewLifecyclePolicy = defineOperation({
  name: 'previewLifecyclePolicy',
  summary: 'Preview what a lifecycle policy would do now',
  method: 'POST',
  path: '/v1/organizations/{orgId}/lifecycle-policies/{policyId}/preview',
  credential: 'jwt',
  scope: null,
  permission: 'lifecycle:manage',
  service: 'enterprise-org',
  params: policyParams,
  response: lifecyclePreviewSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_POLICY },
  description:
    'Counts what the next sweep would archive and delete by this policy, in the live and the test partition, and changes nothing. What a more specific policy covers is not counted. What you may not read is counted and not named.',
  examples: [
    {
      summary: 'Three memories are due for the archive',
      params: ofPolicy,
      response: {
        archive: { memories: 3, samples: ['mem_8b3f368d91040606c766f7286f9f48f3'] },
        delete: { memories: 0, events: 0, artifacts: 0, samples: [] },
        truncated: false,
      },
    },
  ],
});
