import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import {
  createLifecyclePolicyRequestSchema,
  deletedLifecyclePolicySchema,
  lifecyclePolicySchema,
  lifecyclePreviewSchema,
  previewLifecycleChangeRequestSchema,
  updateLifecyclePolicyRequestSchema,
} from '../schemas/lifecycle.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';

const orgParams = z.strictObject({ orgId: text(1, 200) });
const policyParams = z.strictObject({ orgId: text(1, 200), policyId: text(1, 200) });

const NO_ORGANIZATION = 'The organization does not exist';
const NO_POLICY = 'The lifecycle policy does not exist';
const TOO_MANY = 'The organization has 1,000 lifecycle policies, which is the maximum';

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
  // A lifecycle policy affects data of the whole tenant, so it needs a write scope there, even from an organization's owner.
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
    'It takes effect with the next sweep, by default within a minute. The age of a memory counts from its newest evidence or its restoration, that of an event from `occurredAt`. If several policies cover an item, only the most specific scope decides: `memory:<id>`, `namespace:<id>`, `agent:<id>`, `namespace:*` and `agent:*`, then `memory:*` and `*:*`. Among equally specific policies, each step happens at the latest time that one of them states, and never before their longest `retentionDays`.',
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
  description: 'In order of creation.',
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
    'Fields that are not sent stay unchanged. Memories that no policy archives any more are restored by the next sweep; deleted data is not.',
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
  description: 'Memories that no other policy archives are restored by the next sweep; deleted data is not.',
  examples: [{ summary: 'Deleted', params: ofPolicy, response: { id: POLICY.id, deleted: true } }],
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
    'Counts what the next sweep would archive and delete by this policy, in both environments, and changes nothing. Items that a more specific policy covers are not counted. Items that you may not read are counted but not named.',
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

export const previewLifecycleChange = defineOperation({
  name: 'previewLifecycleChange',
  summary: 'Preview what a lifecycle policy would do before it is stored',
  method: 'POST',
  path: '/v1/organizations/{orgId}/lifecycle-policies/preview',
  credential: 'jwt',
  scope: null,
  permission: 'lifecycle:manage',
  service: 'enterprise-org',
  params: orgParams,
  body: previewLifecycleChangeRequestSchema,
  response: lifecyclePreviewSchema,
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description:
    'Counts what the next sweep would archive and delete by a new policy with these values, or by `policyId` if it had them, as the preview of a stored policy does. It stores nothing.',
  examples: [
    {
      summary: 'A new policy would archive three memories',
      params: inOrganization,
      body: { archiveAfterDays: 180, scope: '*:*' },
      response: {
        archive: { memories: 3, samples: ['mem_8b3f368d91040606c766f7286f9f48f3'] },
        delete: { memories: 0, events: 0, artifacts: 0, samples: [] },
        truncated: false,
      },
    },
  ],
});
