import { z } from 'zod';
import { isoInstant } from './instant.ts';
import { jsonObject, jsonValue, keepable, text } from './json.ts';

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

export const agentIdSchema = text(1, 200);
export const sessionIdSchema = text(1, 200);
export const namespaceIdSchema = text(1, 200);
export const tagsSchema = z.array(text(1, 100)).max(50);

const metadata = z
  .object({
    agentId: agentIdSchema.optional(),
    namespaceId: namespaceIdSchema.optional(),
    tags: tagsSchema.optional(),
    occurredAt: isoInstant.optional(),
  })
  .catchall(jsonValue)
  .meta({ id: 'EventMetadata' });

/** An event as a client sends it. `metadata.agentId`, `namespaceId`, `tags` and `occurredAt` have a meaning, other keys are kept as they are. */
export const eventInputSchema = z.strictObject({
  type: z.enum(EVENT_TYPES),
  sessionId: sessionIdSchema,
  payload: jsonObject,
  metadata: keepable(metadata).optional(),
  idempotencyKey: text(1, 255).optional(),
});
export type EventInput = z.infer<typeof eventInputSchema>;

/** An event as Strata keeps it. Times are ISO 8601 in UTC. */
export const eventSchema = z.object({
  id: z.string(),
  type: z.enum(EVENT_TYPES),
  sessionId: z.string(),
  agentId: z.string().nullable(),
  namespaceId: z.string().nullable(),
  tags: z.array(z.string()),
  payload: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()),
  idempotencyKey: z.string().nullable(),
  occurredAt: z.string(),
  receivedAt: z.string(),
  learnedAt: z.string().nullable(),
});
export type Event = z.infer<typeof eventSchema>;
