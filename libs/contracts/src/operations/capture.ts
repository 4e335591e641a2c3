import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ERROR_CODES } from '../schemas/envelope.ts';
import { eventInputSchema, MAX_BATCH_EVENTS, MAX_EVENT_BYTES, MAX_REQUEST_BYTES } from '../schemas/event.ts';

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

/** Stores one event. The answer comes when the event can no longer be lost. */
export const captureEvent = defineOperation({
  name: 'captureEvent',
  summary: 'Capture one event',
  description:
    'Takes in one thing that an agent did, at most 256 KiB of JSON. A 202 means that the event is stored and cannot be lost any more.\n\nSend an `idempotencyKey` to make a retry safe: the same key with the same event gets the first answer again, with another event a 409.\n\nA `metadata.namespaceId` that is none of your tenant is a 422; an event that a policy denies is a 403 whose message says why, whether or not it was taken in before.',
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
      idempotencyKey: z.string().optional().describe('As it was sent.'),
    })
    .meta({ id: 'CaptureReceipt', description: 'The event that was taken in, and the job that stores it.' }),
  successStatus: 202,
  invalidStatus: 422,
  maxBodyBytes: MAX_REQUEST_BYTES,
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

/** Stores up to 1,000 events; each is validated alone, the valid ones are taken also when others fail. */
export const captureBatch = defineOperation({
  name: 'captureBatch',
  summary: 'Capture many events',
  description:
    'Takes in up to 1,000 events, at most 16 MiB in all. Each event is checked alone: those at fault, or denied by a policy (`forbidden`), are named in `errorDetails` by their position and refuse no other. A 202 means that every event with an id in `eventIds` is stored.',
  method: 'POST',
  path: '/v1/capture/batch',
  credential: 'api-key',
  scope: 'write',
  service: 'gateway',
  // Events are checked one by one in the use case, so that a bad one does not refuse the others.
  body: z.strictObject({
    events: z.array(z.unknown()).max(MAX_BATCH_EVENTS, `must hold at most ${String(MAX_BATCH_EVENTS)} events`),
  }),
  documentedBody: z
    .strictObject({ events: z.array(eventInputSchema).max(MAX_BATCH_EVENTS) })
    .meta({ id: 'EventBatch', description: 'Up to 1,000 events, each checked for itself.' }),
  response: z
    .object({
      batchId: z.string().describe('A job of its own: `GET /v1/jobs/{id}` tells when all of it is stored.'),
      queued: z.number().int().describe('Events taken.'),
      errors: z.number().int().describe('Events refused.'),
      total: z.number().int(),
      eventIds: z.array(z.string().nullable()).describe('By position; null where the event was refused.'),
      errorDetails: z.array(
        z.object({
          index: z.number().int().describe('Position in `events`, from 0.'),
          code: z.enum(ERROR_CODES),
          message: z.string(),
          details: z.array(z.object({ field: z.string(), message: z.string() })),
        }),
      ),
    })
    .meta({ id: 'BatchReceipt', description: 'What was taken in and what was not, by position.' }),
  successStatus: 202,
  invalidStatus: 422,
  maxBodyBytes: MAX_REQUEST_BYTES,
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
      summary: 'One event of three is refused',
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
