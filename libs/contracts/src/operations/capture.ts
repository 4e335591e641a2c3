import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { eventInputSchema, MAX_BATCH_EVENTS, MAX_REQUEST_BYTES } from '../schemas/event.ts';

/** Stores one event. The answer comes when the event can no longer be lost. */
export const captureEvent = defineOperation({
  name: 'captureEvent',
  summary: 'Capture one event',
  method: 'POST',
  path: '/v1/capture',
  credential: 'api-key',
  scope: 'write',
  service: 'gateway',
  body: eventInputSchema,
  response: z.object({
    jobId: z.string(),
    eventId: z.string(),
    status: z.literal('queued'),
    idempotencyKey: z.string().optional(),
  }),
  successStatus: 202,
  invalidStatus: 422,
  maxBodyBytes: MAX_REQUEST_BYTES,
  errors: ['conflict', 'payload_too_large'],
});

/** Stores up to 1,000 events; each is validated alone, the valid ones are taken also when others fail. */
export const captureBatch = defineOperation({
  name: 'captureBatch',
  summary: 'Capture many events',
  method: 'POST',
  path: '/v1/capture/batch',
  credential: 'api-key',
  scope: 'write',
  service: 'gateway',
  // Events are checked one by one in the use case, so that a bad one does not refuse the others.
  body: z.strictObject({
    events: z.array(z.unknown()).max(MAX_BATCH_EVENTS, `must hold at most ${String(MAX_BATCH_EVENTS)} events`),
  }),
  response: z.object({
    batchId: z.string(),
    queued: z.number().int(),
    errors: z.number().int(),
    total: z.number().int(),
    eventIds: z.array(z.string().nullable()),
    errorDetails: z.array(
      z.object({
        index: z.number().int(),
        code: z.string(),
        message: z.string(),
        details: z.array(z.object({ field: z.string(), message: z.string() })),
      }),
    ),
  }),
  successStatus: 202,
  invalidStatus: 422,
  maxBodyBytes: MAX_REQUEST_BYTES,
  errors: ['payload_too_large'],
});
