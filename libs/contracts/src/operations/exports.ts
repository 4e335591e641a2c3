import { defineOperation } from '../operation.ts';
import { exportLineSchema, exportRequestSchema } from '../schemas/export.ts';
import { JOB_STATUSES } from '../schemas/job.ts';
import { idParams } from '../schemas/paging.ts';
import { z } from 'zod';

const ID = 'xpt_76b69a71b6c5e98b6b4d2bb5cb2d452e';

/** How long an export can be downloaded after it is ready. */
export const EXPORT_HOURS = 24;

export const startExport = defineOperation({
  name: 'startExport',
  summary: 'Export all data of one end user',
  description:
    'Queues a job that comes after everything that was captured before this request. Once `GET /v1/jobs/{id}` says that it is `completed`, the export can be downloaded for a day. Policies are disregarded, so this needs an owner or admin of the tenant, a key of theirs, or a service key that is bound to no agent.',
  method: 'POST',
  path: '/v1/exports',
  credential: 'api-key',
  scope: 'admin',
  service: 'gateway',
  body: exportRequestSchema,
  response: z
    .object({ jobId: z.string(), status: z.enum(JOB_STATUSES) })
    .meta({ id: 'ExportReceipt', description: 'The export that was queued.' }),
  successStatus: 202,
  examples: [
    {
      summary: 'One customer',
      body: { userId: 'customer-4711' },
      response: { jobId: ID, status: 'queued' },
    },
  ],
});

export const getExport = defineOperation({
  name: 'getExport',
  summary: 'Download an export',
  description:
    'JSON Lines: each line is a JSON object. The first names the export, the last has the SHA-256 of all bytes before it and their number of lines; a download without it was cut off and can be repeated. The data is read while it is sent: what was deleted since the request is left out. Needs what the request for the export needs.',
  method: 'GET',
  path: '/v1/exports/{id}',
  credential: 'api-key',
  scope: 'admin',
  service: 'gateway',
  params: idParams,
  mediaType: 'application/x-ndjson',
  response: exportLineSchema,
  errors: ['not_found', 'conflict', 'gone'],
  errorMessages: {
    not_found: 'The export does not exist',
    conflict: 'The export is not ready: its job is queued',
    gone: 'The export is older than a day, or its end user was erased since',
  },
  examples: [
    {
      summary: 'The first line',
      params: { id: ID },
      response: { type: 'export', id: ID, userId: 'customer-4711', requestedAt: '2026-05-08T09:15:23.374Z' },
    },
    {
      summary: 'The last line',
      params: { id: ID },
      response: { sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881', lines: 42 },
    },
  ],
});
