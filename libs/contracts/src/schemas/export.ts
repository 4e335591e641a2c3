import { z } from 'zod';
import { artifactSchema } from './artifact.ts';
import { eventSchema, userIdSchema } from './event.ts';
import { utcInstant } from './instant.ts';
import { memorySchema } from './memory.ts';

/** Whose data is exported. */
export const exportRequestSchema = z
  .strictObject({ userId: userIdSchema.describe('The end user whose data is exported.') })
  .meta({ id: 'ExportRequest', description: 'Whose data is exported.' });

const headLine = z
  .object({ type: z.literal('export'), id: z.string(), userId: z.string(), requestedAt: utcInstant })
  .describe('The first line.');
const eventLine = z
  .object({ type: z.literal('event'), event: eventSchema })
  .describe('An event about the end user, in order of arrival.');
const memoryLine = z
  .object({ type: z.literal('memory'), memory: memorySchema })
  .describe(
    'A memory of the end user, in the order in which they were compiled; `validTo` is set if it does not hold any more.',
  );
const artifactLine = z
  .object({ type: z.literal('artifact'), artifact: artifactSchema })
  .describe('An artifact that was compiled from the data of this end user alone.');
const lastLine = z
  .object({
    sha256: z.string().describe('SHA-256 of all bytes before this line, in hex.'),
    lines: z.number().int().describe('The number of lines before this one.'),
  })
  .describe('The last line. Without it, the download was cut off.');

/** One line of an export, as JSON. */
export const exportLineSchema = z.union([headLine, eventLine, memoryLine, artifactLine, lastLine]).meta({
  id: 'ExportLine',
  description: 'One line of an export.',
});
export type ExportLine = z.input<typeof exportLineSchema>;
