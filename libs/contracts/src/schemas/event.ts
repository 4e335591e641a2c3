import { z } from 'zod';
import { isoInstant, utcInstant } from './instant.ts';
import { jsonObject, jsonValue, storable, keptObject, text } from './json.ts';
import { writerSchema } from './writer.ts';

export const EVENT_TYPES = [
  'message',
  'tool_call',
  'tool_result',
  'file_edit',
  'test_run',
  'command_exec',
  'browser_action',
  'api_result',
] as const;

export const MAX_EVENT_BYTES = 256 * 1024;
export const MAX_BATCH_EVENTS = 1000;
export const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
/** How far ahead of its arrival an event may have happened: the clocks of clients differ. */
export const MAX_CLOCK_SKEW_MINUTES = 5;

export const agentIdSchema = text(1, 200).describe('The agent that it belongs to.');
export const sessionIdSchema = text(1, 200).describe('The run or conversation that it belongs to.');
export const namespaceIdSchema = text(1, 200).describe('The namespace it belongs to.');
export const userIdSchema = text(1, 200).describe('The end user that it is about.');
export const tagsSchema = z.array(text(1, 100)).max(50).describe('Labels. Memories inherit them from their events.');

const metadata = z
  .object({
    agentId: agentIdSchema.optional(),
    namespaceId: namespaceIdSchema.optional(),
    userId: userIdSchema
      .optional()
      .describe(
        'The end user whom it is about, by an id of your own. What is learned from it is for this end user only.',
      ),
    tags: tagsSchema.optional(),
    occurredAt: isoInstant
      .optional()
      .describe(
        `When it happened, at most ${String(MAX_CLOCK_SKEW_MINUTES)} minutes after its arrival. Default: the time of arrival.`,
      ),
    sessionEnd: jsonValue
      .optional()
      .describe('`true`: the session ends with this event, so it is compiled soon. Any other value is only stored.'),
  })
  .catchall(jsonValue)
  .meta({
    id: 'EventMetadata',
    description: 'Eight keys have a meaning; all others are stored unchanged. Nested at most 64 levels deep.',
  });

/** An event as a client sends it. `metadata.agentId`, `namespaceId`, `userId`, `tags`, `occurredAt`, `taskId` and `sessionEnd` have a meaning; other keys are stored unchanged. */
export const eventInputSchema = z
  .strictObject({
    type: z.enum(EVENT_TYPES),
    sessionId: sessionIdSchema,
    payload: jsonObject,
    metadata: storable(metadata).optional(),
    idempotencyKey: text(1, 255)
      .optional()
      .describe(
        'Makes a retry safe: the same key means the same event. A different event with the same key is a 409. A key counts within the namespace of the event and, for an API key that is bound to an agent, within that agent.',
      ),
  })
  .meta({ id: 'EventInput', description: 'An event as a client sends it, at most 256 KiB of JSON.' });
export type EventInput = z.infer<typeof eventInputSchema>;

/** An event as it is stored. Times are ISO 8601 in UTC. */
export const eventSchema = z
  .object({
    id: z.string(),
    type: z.enum(EVENT_TYPES),
    sessionId: z.string(),
    agentId: z.string().nullable(),
    namespaceId: z.string().nullable(),
    // An earlier version of the gateway or the event store does not send it.
    userId: z.string().nullable().default(null).describe('The end user whom it is about.'),
    tags: z.array(z.string()),
    payload: keptObject,
    metadata: keptObject,
    idempotencyKey: z.string().nullable(),
    occurredAt: utcInstant.describe('When it happened according to the client, else when it arrived.'),
    receivedAt: utcInstant,
    secretsReplaced: z
      .number()
      .int()
      .describe('The number of credentials in it that were replaced by `[secret:<kind>:<fingerprint>]`.'),
    writer: writerSchema
      .nullable()
      // An earlier version of the event store does not send it.
      .default(null)
      .describe('Who captured it, whatever agent it names; null if it was captured before this was recorded.'),
    learnedAt: utcInstant.nullable().describe('When it was compiled; null until then.'),
  })
  .meta({ id: 'Event', description: 'A stored event.' });
export type Event = z.infer<typeof eventSchema>;
