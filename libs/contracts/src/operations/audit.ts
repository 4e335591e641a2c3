import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ACCESS_ACTIONS, accessEntrySchema } from '../schemas/access.ts';
import { auditEntrySchema } from '../schemas/audit.ts';
import { isoDateOrInstant } from '../schemas/instant.ts';
import { text } from '../schemas/json.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';

const orgParams = z.strictObject({ orgId: text(1, 200) });
const inOrganization = { orgId: 'org_5b0c1f8a6d7e49c2a3b4d5e6f7081920' };
const NO_ORGANIZATION = 'The organization does not exist';

const id = text(1, 200).optional();
const range = {
  startDate: isoDateOrInstant.optional().describe('Start of the range, inclusive. A date means its midnight in UTC.'),
  endDate: isoDateOrInstant
    .optional()
    .describe('End of the range, exclusive; later than `startDate`. A date means its midnight in UTC.'),
};

const isRange = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }): boolean =>
  startDate === undefined || endDate === undefined || Date.parse(startDate) < Date.parse(endDate);
const NO_RANGE = { path: ['endDate'], message: 'must be later than startDate' };

const CHANGE: z.output<typeof auditEntrySchema> = {
  id: 'aud_6d0b7f0f3d9a4b56b1f0a7c2e8d94b13',
  sequence: 2,
  action: 'team.update',
  actorId: 'usr_f849b5549a5138e68b2825aefdd06063',
  actorType: 'user',
  resourceType: 'team',
  resourceId: 'team_2f6c1b7f0d6e4f1f8f3b9a4d5c6e7f80',
  outcome: 'success',
  changes: { before: { name: 'Watch' }, after: { name: 'Night watch' } },
  requestId: 'req_0c4e7b1a9d8f4e6bb2a15c3d7e9f8061',
  ip: '203.0.113.7',
  at: '2026-05-08T09:12:44.120Z',
  previousHash: '0f38d7f1c0b0f5aa7f6c1f6d4c3ff2ab4be81f30f2b9b1a4f1a4f2e4b1f5ad0c',
  hash: '96f5c4efc9ad3c44dbcc53b5d4a8f5be1f3d85ad1f0d1a4c9e8e2ec4b0d1a7f2',
};

const ACCESS: z.output<typeof accessEntrySchema> = {
  id: 'acc_3f1d2c4b5a69788796a5b4c3d2e1f001',
  memoryId: 'mem_8b3f368d91040606c766f7286f9f48f3',
  actorId: 'key_71bbf78e0f4c4d0f9a7f3a3d0c8f5e21',
  agentId: 'agt_5c9e2f7b1a3d4e6f8091a2b3c4d5e6f7',
  action: 'synthesize',
  requestId: 'req_9b8a7c6d5e4f40312f1e0d9c8b7a6958',
  at: '2026-05-08T09:20:02.031Z',
};

export const listAudit = defineOperation({
  name: 'listAudit',
  summary: 'Read the audit log',
  method: 'GET',
  path: '/v1/organizations/{orgId}/audit',
  credential: 'jwt',
  scope: null,
  permission: 'audit:read',
  service: 'enterprise-org',
  params: orgParams,
  query: cursorQuery
    .extend({
      action: id.describe('Such as `policy.update`.'),
      actorId: id.describe('The id of the user or API key that acted.'),
      resourceType: id.describe('Such as `policy`: the first part of `action`.'),
      ...range,
    })
    .refine(isRange, NO_RANGE),
  response: cursorPage(auditEntrySchema).meta({ id: 'AuditPage', description: 'One page of the audit log.' }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description:
    'Every change and every denial, newest first. Filters are combined with AND. Entries are never changed or removed, and each contains the hash of the one before it.',
  examples: [
    {
      summary: 'Changes of teams',
      params: inOrganization,
      query: { resourceType: 'team' },
      response: { items: [CHANGE], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
    {
      summary: 'A denial',
      params: inOrganization,
      query: { action: 'policy.create' },
      response: {
        items: [
          {
            ...CHANGE,
            id: 'aud_0a1b2c3d4e5f60718293a4b5c6d7e8f9',
            sequence: 3,
            action: 'policy.create',
            resourceType: 'policy',
            resourceId: null,
            outcome: 'denied',
            changes: { reason: 'This needs the permission "policy:create", which the role viewer does not have' },
            previousHash: CHANGE.hash,
            hash: '4be81f30f2b9b1a4f1a4f2e4b1f5ad0c0f38d7f1c0b0f5aa7f6c1f6d4c3ff2ab',
          },
        ],
        pagination: { hasMore: false, cursor: null, total: 1 },
      },
    },
  ],
});

export const listAccessLogs = defineOperation({
  name: 'listAccessLogs',
  summary: 'Read the access log',
  method: 'GET',
  path: '/v1/organizations/{orgId}/access-logs',
  credential: 'jwt',
  scope: null,
  permission: 'audit:read',
  service: 'enterprise-org',
  params: orgParams,
  query: cursorQuery
    .extend({
      memoryId: id.describe('The memory that was returned.'),
      actorId: id.describe('The id of the user or API key that received it.'),
      agentId: id.describe('The agent that the API key is bound to.'),
      action: z.enum(ACCESS_ACTIONS).optional().describe('The operation that returned it.'),
      ...range,
    })
    .refine(isRange, NO_RANGE),
  response: cursorPage(accessEntrySchema).meta({ id: 'AccessPage', description: 'One page of the access log.' }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description:
    "Every memory that a request returned, newest first: of the organization's namespaces and agents, and of data that belongs to no organization. Filters are combined with AND. `pagination.total` counts no further than 1,000.",
  examples: [
    {
      summary: 'The readers of one memory',
      params: inOrganization,
      query: { memoryId: ACCESS.memoryId },
      response: { items: [ACCESS], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});
