import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ARTIFACT_TYPES, artifactSchema, artifactVersionSchema } from '../schemas/artifact.ts';
import { agentIdSchema, namespaceIdSchema, userIdSchema } from '../schemas/event.ts';
import { text } from '../schemas/json.ts';
import { cursorPage, cursorQuery, idParams, queryInteger } from '../schemas/paging.ts';

const PLAYBOOK = {
  id: 'art_5965067fd3ae9636c57660a8fd985ff5',
  type: 'failure_playbook',
  title: 'charge payment fails: payment provider timed out after <n> s (payment <id>)',
  version: 2,
  tokenCount: 96,
  isActive: true,
  compiledAt: '2026-05-08T09:15:24.441Z',
  createdAt: '2026-05-01T17:02:10.012Z',
  content: {
    symptom: 'charge_payment fails with "Error: payment provider timed out after <n> s (payment <id>)"',
    errorSignature: 'Error: payment provider timed out after <n> s (payment <id>)',
    occurrences: 9,
    writers: 2,
    recovery: [
      {
        action: 'Use get_payment_status first, then charge_payment again',
        tool: 'get_payment_status',
        arguments: { payment_id: '<payment_id>' },
        successRate: 1,
        support: 6,
        sessionSuccessRate: 0.8,
        tasks: 4,
        sessions: 6,
        writers: 2,
      },
    ],
    avoid: ['Use charge_payment again unchanged: helped 0 of 3, by 2 writers'],
  },
  sourceEvents: ['evt_6aec887c8018ccb9d2f5184b69b3a0e4', 'evt_d674cad0bfab2206b7ac843db675f37a'],
  sourceMemories: ['mem_50fb0c0cc481d90067179fdb4c30adbc'],
  metadata: { agentId: 'support', namespaceId: null, confidence: 0.667, tags: ['charge_payment'], sourceSessions: 9 },
  updatedAt: '2026-05-08T09:15:24.441Z',
  switchedOff: null,
} as const satisfies z.input<typeof artifactSchema>;

const TASK_SCHEMA = {
  ...PLAYBOOK,
  id: 'art_4c9f91fe9e300d2961d9b7c0d0aaed0c',
  type: 'task_schema',
  title: 'Charge payment and send email',
  version: 1,
  tokenCount: 118,
  content: {
    goal: 'Charge payment and send email. Requests speak of: card, charge, payment',
    preconditions: [
      'The user has given order_id',
      'charge_payment: get_order shows status=open for its order_id (6 of 6 calls, 5 tasks)',
    ],
    steps: [
      {
        action: 'Charge payment',
        tool: 'charge_payment',
        arguments: { amount: '<amount>', order_id: '<order_id>' },
        description: 'Takes amount from get_order; order_id from the user.',
      },
      {
        action: 'Send email',
        tool: 'send_email',
        arguments: { customer_id: '<customer_id>', template: 'payment_received' },
        description: 'Takes customer_id from find_customer_by_email.',
      },
    ],
    successRate: 0.86,
    support: 4,
    tasks: 4,
    writers: 2,
  },
} as const satisfies z.input<typeof artifactSchema>;

const PATTERN = {
  ...PLAYBOOK,
  id: 'art_0b42c45ac1ce819f823f8a16b32641df',
  type: 'causal_pattern',
  title: 'charge_payment is used 3 times or more, then the session fails',
  version: 1,
  tokenCount: 67,
  content: {
    cause: 'charge_payment is used 3 times or more',
    effect: 'the session fails',
    support: 4,
    tasks: 3,
    writers: 2,
    confidence: 1,
    lift: 3.778,
    pValue: 0.00509,
    counterExamples: 0,
    cells: { both: 4, causeOnly: 0, effectOnly: 5, neither: 25 },
  },
} as const satisfies z.input<typeof artifactSchema>;

const POLICY = {
  ...PLAYBOOK,
  id: 'art_645ad0a743a0255837f88e5b42583018',
  type: 'decision_policy',
  title: 'When find_customer_by_email failed: use find_customer_by_name',
  version: 3,
  tokenCount: 162,
  content: {
    situation: 'find_customer_by_email failed with "Error: no customer with e-mail <email>"',
    decision: 'Use find_customer_by_name',
    alternatives: [{ decision: 'Use transfer_to_human', successRate: 0, support: 2, writers: 1 }],
    rationale:
      'In the same tasks or for the same goal, sessions that chose so succeeded 5 of 5 (100 %); those that chose otherwise 0 of 3 (0 %).',
    confidence: 0.978,
    support: 5,
    tasks: 4,
    writers: 2,
    exceptions: [],
  },
} as const satisfies z.input<typeof artifactSchema>;

/** Offset-paged, newest compilation first. Items are complete, so that a client needs no second call per artifact. */
export const listArtifacts = defineOperation({
  name: 'listArtifacts',
  summary: 'List artifacts',
  description:
    'Active artifacts, newest compilation first, with complete items. Paged by offset; every other list is paged by cursor.',
  method: 'GET',
  path: '/v1/artifacts',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  query: z.strictObject({
    type: z.enum(ARTIFACT_TYPES).optional(),
    agentId: agentIdSchema.optional(),
    userId: userIdSchema.optional(),
    namespaceId: namespaceIdSchema.optional(),
    includeInactive: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true` also lists artifacts that their evidence no longer supports, and those that are switched off.'),
    limit: queryInteger(1, 100).default(50).describe('Maximum number of items on a page.'),
    offset: queryInteger(0, 1_000_000).default(0).describe('Items to skip.'),
  }),
  response: z
    .object({
      items: z.array(artifactSchema),
      total: z.number().int().describe('The number of matches on all pages.'),
      limit: z.number().int(),
      offset: z.number().int(),
      hasMore: z.boolean(),
    })
    .meta({ id: 'ArtifactPage', description: 'One page of artifacts.' }),
  examples: [
    {
      summary: 'The playbooks of one agent',
      query: { type: 'failure_playbook', limit: 1 },
      response: { items: [PLAYBOOK], total: 5, limit: 1, offset: 0, hasMore: true },
    },
  ],
});

export const getArtifact = defineOperation({
  name: 'getArtifact',
  summary: 'Read one artifact',
  method: 'GET',
  path: '/v1/artifacts/{id}',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  params: idParams,
  response: artifactSchema,
  errors: ['not_found'],
  errorMessages: { not_found: 'The artifact does not exist' },
  examples: [
    { summary: 'A failure playbook', params: { id: PLAYBOOK.id }, response: PLAYBOOK },
    { summary: 'A task schema', params: { id: TASK_SCHEMA.id }, response: TASK_SCHEMA },
    { summary: 'A causal pattern', params: { id: PATTERN.id }, response: PATTERN },
    { summary: 'A decision policy', params: { id: POLICY.id }, response: POLICY },
  ],
});

const [FIRST_RECOVERY] = PLAYBOOK.content.recovery;
const VERSION = {
  version: PLAYBOOK.version,
  title: PLAYBOOK.title,
  tokenCount: PLAYBOOK.tokenCount,
  content: PLAYBOOK.content,
  confidence: 0.667,
  sourceSessions: 9,
  compiledAt: PLAYBOOK.compiledAt,
  replacedAt: null,
};

export const listArtifactVersions = defineOperation({
  name: 'listArtifactVersions',
  summary: 'List the versions of an artifact',
  description:
    'Newest first: the present version, and what the artifact said before its content changed. At most 20 earlier versions are kept, and none with evidence that was deleted since. An earlier version is hidden like an artifact, by what it rested on.',
  method: 'GET',
  path: '/v1/artifacts/{id}/versions',
  credential: 'api-key',
  scope: 'read',
  service: 'learn-compiler',
  params: idParams,
  query: cursorQuery,
  response: cursorPage(artifactVersionSchema).meta({
    id: 'ArtifactVersionPage',
    description: 'One page of the versions of an artifact.',
  }),
  errors: ['not_found'],
  errorMessages: { not_found: 'The artifact does not exist' },
  examples: [
    {
      summary: 'Two versions',
      params: { id: PLAYBOOK.id },
      response: {
        items: [
          VERSION,
          {
            ...VERSION,
            version: 1,
            content: {
              ...PLAYBOOK.content,
              occurrences: 6,
              recovery: [{ ...FIRST_RECOVERY, support: 4, tasks: 3, sessions: 4 }],
            },
            sourceSessions: 6,
            compiledAt: '2026-05-01T17:02:10.012Z',
            replacedAt: '2026-05-08T09:15:24.441Z',
          },
        ],
        pagination: { hasMore: false, cursor: null, total: 2 },
      },
    },
  ],
});

const SWITCHED_OFF = {
  ...PLAYBOOK,
  isActive: false,
  switchedOff: {
    at: '2026-05-09T08:30:00.000Z',
    by: { actorId: 'usr_1c0e2b7d5a9f4e63', actorType: 'user', keyId: null },
    reason: 'The payment provider has a new interface',
  },
} as const satisfies z.input<typeof artifactSchema>;

/** Answers after the search index has the change, so that the next pack is made with it. */
export const updateArtifact = defineOperation({
  name: 'updateArtifact',
  summary: 'Switch an artifact off or on',
  description:
    'An artifact that is switched off is in no pack from the next one on. It can still be read, is listed with `includeInactive=true`, and stays off whatever is learned, until it is switched on. The reason is also kept in the audit log. An artifact that already is as asked stays unchanged.',
  method: 'PATCH',
  path: '/v1/artifacts/{id}',
  credential: 'api-key',
  scope: 'admin',
  service: 'learn-compiler',
  params: idParams,
  body: z
    .strictObject({
      isSwitchedOff: z.boolean().describe('Whether packs leave it out.'),
      reason: text(1, 500).optional().describe('Why, for those who wonder later. Nothing personal.'),
    })
    .meta({ id: 'ArtifactChange', description: 'Whether packs leave an artifact out, and why.' }),
  response: artifactSchema,
  errors: ['not_found'],
  errorMessages: { not_found: 'The artifact does not exist' },
  examples: [
    {
      summary: 'Switched off',
      params: { id: PLAYBOOK.id },
      body: { isSwitchedOff: true, reason: SWITCHED_OFF.switchedOff.reason },
      response: SWITCHED_OFF,
    },
    {
      summary: 'Switched on',
      params: { id: PLAYBOOK.id },
      body: { isSwitchedOff: false },
      response: PLAYBOOK,
    },
  ],
});
