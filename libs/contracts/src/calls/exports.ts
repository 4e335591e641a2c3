import { z } from 'zod';
import { defineCall } from '../message.ts';
import { eventSchema } from '../schemas/event.ts';

/** The parts of an export, in their order. */
export const EXPORT_PARTS = ['events', 'memories', 'artifacts'] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];

/** Where an export goes on: in this part, after the row that `after` names; null: at its beginning. */
const exportCursorSchema = z.object({ part: z.enum(EXPORT_PARTS), after: z.string().nullable() });
export type ExportCursor = z.output<typeof exportCursorSchema>;

/**
 * The next lines of an export, each the JSON of one object without its line break; without a cursor, the first. `cursor` is
 * null at the end. Who may read it is not checked. Errors: `not_found` while the export is not stored; `conflict` while it is not
 * ready, or if it failed; `gone` if it is too old, or if its end user was erased since; `unavailable`.
 */
export const readExportLines = defineCall({
  service: 'learn-compiler',
  name: 'readExportLines',
  request: z.object({ jobId: z.string(), cursor: exportCursorSchema.nullable() }),
  response: z.object({ lines: z.array(z.string()), cursor: exportCursorSchema.nullable() }),
  deadlineMs: 30_000,
});

/**
 * The next events about an end user that were received until then, in order of arrival, after the event at `afterSeq`; at
 * most `limit`, and `maxBytes` of them but at least one. Applies no policy. `lastSeq` is null if there are no more. Errors:
 * `unavailable`.
 */
export const readEventsOfUser = defineCall({
  service: 'ingest',
  name: 'readEventsOfUser',
  request: z.object({
    userId: z.string(),
    until: z.string(),
    afterSeq: z.number().int(),
    limit: z.number().int().min(1).max(1000),
    maxBytes: z.number().int().min(1),
  }),
  response: z.object({ events: z.array(eventSchema), lastSeq: z.number().int().nullable() }),
  deadlineMs: 20_000,
});
