import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ERROR_CODES } from '../schemas/envelope.ts';
import { eventInputSchema, MAX_BATCH_EVENTS, MAX_EVENT_BYTES, MAX_REQUEST_BYTES } from '../schemas/event.ts';
import { listOf } from '../schemas/json.ts';

/** Room for an event of the maximum size whose letters are all escaped. */
const MAX_CAPTURE_BYTES = 4 * MAX_EVENT_BYTES;

const STANDUP = {
  type: 'message',
  sessionId: 'standup-42',
  payload: {
    role: 'Maya',
    content: 'We moved the nightly export to four in the morning, because the backup blocks the database until three.',
  },
  metadata: { agentId: 'ops', tags: ['exports'], occurredAt: '2026-05-08T09:00:00Z' },
  idempotencyKey: 'standup-42-1',
} as const;

const MIGRATION_CALL = {
  type: 'tool_call',
  sessionId: 'run-1',
  payload: { tool_name: 'run_migration', input: { service: 'orders' } },
  metadata: { agentId: 'coder' },
} as const;

const MIGRATION_RESULT = {
  type: 'tool_result',
  sessionId: 'run-1',
  payload: { tool_name: 'run_migration', output: 'Error: schema lock is stale', success: false },
  metadata: { agentId: 'coder' },
} as const;

/** The broker may have taken a message whose confirm did not arrive. */
const MAY_BE_STORED =
  'What was sent may have been stored all the same, in part or as a whole: the confirm can be lost after an event was taken. Send it again with the same `idempotencyKey` in each event, which is then stored once. Without a key it may be stored twice.';

/** Stores one event. Responds only after the event is durably stored. */
export const captureEvent = defineOperation({
  name: 'captureEvent',
  summary: 'Capture one event',
  description:
    'Captures one thing that an agent did, at most 256 KiB of JSON. A 202 means that the event is stored durably.\n\nSend an `idempotencyKey` to make a retry safe: the same key with the same event gets the first response again, with a different event a 409.\n\nA `metadata.namespaceId` that your tenant does not have is a 422. A `metadata.agentId` that names an agent identity which you may not act as is a 403. An event that a policy denies is a 403 with the reason, even if it was captured before.',
  method: 'POST',
  path: '/v1/capture',
  credential: 'api-key',
  scope: 'write',
  service: 'gateway',
  body: eventInputSchema,
  response: z
    .object({
      jobId: z.string(),
      eventId: z.string(),
      status: z.literal('queued'),
      idempotencyKey: z.string().optional().describe('The key that was sent.'),
    })
    .meta({ id: 'CaptureReceipt', description: 'The captured event, and the job that stores it.' }),
  successStatus: 202,
  invalidStatus: 422,
  maxBodyBytes: MAX_CAPTURE_BYTES,
  whenUnavailable: MAY_BE_STORED,
  errors: ['conflict', 'payload_too_large'],
  errorMessages: {
    conflict: 'This idempotencyKey was already used for another event',
    payload_too_large: `An event must be at most ${String(MAX_EVENT_BYTES)} bytes of JSON`,
  },
  examples: [
    {
      summary: 'A message',
      body: STANDUP,
      response: {
        jobId: 'cap_b057b47eae1de0f0b20326202c0dbd25',
        eventId: 'evt_b057b47eae1de0f0b20326202c0dbd25',
        status: 'queued',
        idempotencyKey: 'standup-42-1',
      },
    },
    {
      summary: 'A tool call',
      body: MIGRATION_CALL,
      response: {
        jobId: 'cap_7ee2c757f4247f993f7b4d49987f07b1',
        eventId: 'evt_7ee2c757f4247f993f7b4d49987f07b1',
        status: 'queued',
      },
    },
    {
      summary: 'The result of a tool that failed',
      body: MIGRATION_RESULT,
      response: {
        jobId: 'cap_0c0f8b6eda3f760ef533f661c55fb933',
        eventId: 'evt_0c0f8b6eda3f760ef533f661c55fb933',
        status: 'queued',
      },
    },
  ],
});

/** Stores up to 1,000 events. Each is validated separately; valid events are stored even if others are rejected. */
export const captureBatch = defineOperation({
  name: 'captureBatch',
  summary: 'Capture many events',
  description:
    'Captures up to 1,000 events, at most 16 MiB in total. Each event is checked separately: events that are invalid or denied by a policy (`forbidden`) are listed in `errorDetails` by position, and do not affect the others. A 202 means that every event with an id in `eventIds` is stored durably.',
  method: 'POST',
  path: '/v1/capture/batch',
  credential: 'api-key',
  scope: 'write',
  service: 'gateway',
  // The use case validates events one by one, so that an invalid one does not reject the others.
  body: z.strictObject({
    events: listOf(MAX_BATCH_EVENTS, `must hold at most ${String(MAX_BATCH_EVENTS)} events`),
  }),
  documentedBody: z
    .strictObject({ events: z.array(eventInputSchema).max(MAX_BATCH_EVENTS) })
    .meta({ id: 'EventBatch', description: 'Up to 1,000 events, each checked separately.' }),
  response: z
    .object({
      batchId: z
        .string()
        .describe('The id of a job: `GET /v1/jobs/{id}` is `completed` when the whole batch is stored.'),
      queued: z.number().int().describe('The number of accepted events.'),
      errors: z.number().int().describe('The number of rejected events.'),
      total: z.number().int(),
      eventIds: z.array(z.string().nullable()).describe('By position; null for a rejected event.'),
      errorDetails: z.array(
        z.object({
          index: z.number().int().describe('Position in `events`, from 0.'),
          code: z.enum(ERROR_CODES),
          message: z.string(),
          details: z.array(z.object({ field: z.string(), message: z.string() })),
        }),
      ),
    })
    .meta({ id: 'BatchReceipt', description: 'The accepted and rejected events, by position.' }),
  successStatus: 202,
  invalidStatus: 422,
  maxBodyBytes: MAX_REQUEST_BYTES,
  whenUnavailable: MAY_BE_STORED,
  errors: ['payload_too_large'],
  errorMessages: { payload_too_large: `The body is larger than ${String(MAX_REQUEST_BYTES)} bytes` },
  examples: [
    {
      summary: 'Two events of a run',
      body: { events: [MIGRATION_CALL, MIGRATION_RESULT] },
      response: {
        batchId: 'bat_475e0e57c776c9bc7ffb37f44c129c28',
        queued: 2,
        errors: 0,
        total: 2,
        eventIds: ['evt_7ee2c757f4247f993f7b4d49987f07b1', 'evt_0c0f8b6eda3f760ef533f661c55fb933'],
        errorDetails: [],
      },
    },
    {
      summary: 'One of three events is rejected',
      response: {
        batchId: 'bat_91c2b1f0a8e64d3fb7a2c6d6d2d0f3a1',
        queued: 2,
        errors: 1,
        total: 3,
        eventIds: ['evt_7ee2c757f4247f993f7b4d49987f07b1', null, 'evt_0c0f8b6eda3f760ef533f661c55fb933'],
        errorDetails: [
          {
            index: 1,
            code: 'validation_error',
            message: 'sessionId is required',
            details: [{ field: 'sessionId', message: 'is required' }],
          },
        ],
      },
    },
  ],
});
