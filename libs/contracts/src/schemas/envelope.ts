import { ERROR_STATUS, type ErrorCode } from '@strata/kernel/errors';
import { z } from 'zod';

/** The error codes that operations answer. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const metaSchema = z
  .object({
    requestId: z.string().describe("Finds the request in the service's logs; the same as the header `X-Request-Id`."),
    tenantId: z.string().optional().describe('The tenant of the credential; absent where there is none.'),
    durationMs: z.number().min(0).describe('Milliseconds from the arrival of the request.'),
  })
  .meta({ id: 'Meta', description: 'How a request was served.' });

const errorDetailSchema = z.object({
  field: z.string().describe('Dotted path into the request, such as `events.3.payload`.'),
  message: z.string(),
});

/** What went wrong. `details` names each field at fault, at most 20 of them. */
const errorSchema = z
  .object({
    code: z.enum(ERROR_CODES).describe('Stable; what a program decides by.'),
    message: z.string().describe('For a human reader; may change.'),
    details: z.array(errorDetailSchema).optional().describe('The fields at fault, at most 20.'),
  })
  .meta({ id: 'Error', description: 'What went wrong.' });

/** Every answer that went well. */
export const successEnvelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ ok: z.literal(true), data, meta: metaSchema });

/** Every answer that did not. */
export const failureEnvelope = z
  .object({ ok: z.literal(false), error: errorSchema, meta: metaSchema })
  .meta({ id: 'ErrorResponse', description: 'The envelope of every error.' });
