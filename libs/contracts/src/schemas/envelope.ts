import { ERROR_STATUS, type ErrorCode } from '@strata/kernel/errors';
import { z } from 'zod';

/** The error codes of all operations. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const metaSchema = z
  .object({
    requestId: z.string().describe("Identifies the request in the service's logs. Equal to the header `X-Request-Id`."),
    tenantId: z.string().optional().describe('The tenant of the credential, if there is one.'),
    durationMs: z.number().min(0).describe('Milliseconds from the arrival of the request.'),
  })
  .meta({ id: 'Meta', description: 'Facts about the request.' });

const errorDetailSchema = z.object({
  field: z.string().describe('Dotted path into the request, such as `events.3.payload`.'),
  message: z.string(),
});

/** An error. `details` names the invalid fields, at most 20. */
const errorSchema = z
  .object({
    code: z.enum(ERROR_CODES).describe('Stable: programs should decide by it.'),
    message: z.string().describe('For a human reader; may change.'),
    details: z.array(errorDetailSchema).optional().describe('The invalid fields, at most 20.'),
  })
  .meta({ id: 'Error', description: 'An error.' });

/** The envelope of every success. */
export const successEnvelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ ok: z.literal(true), data, meta: metaSchema });

/** The envelope of every error. */
export const failureEnvelope = z
  .object({ ok: z.literal(false), error: errorSchema, meta: metaSchema })
  .meta({ id: 'ErrorResponse', description: 'The envelope of every error.' });
