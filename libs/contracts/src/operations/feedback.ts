import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import { EXPORT_SECTION, PACK_ID } from './synthesize.ts';

/** What came of the task that a pack was used for. */
export const FEEDBACK_OUTCOMES = ['success', 'failure', 'neutral'] as const;
export type FeedbackOutcome = (typeof FEEDBACK_OUTCOMES)[number];

/** More than a pack of the maximum size usually has. */
const MAX_USED = 1_000;

const feedbackBody = z
  .strictObject({
    packId: text(1, 64).describe('From the response of `POST /v1/synthesize`.'),
    outcome: z.enum(FEEDBACK_OUTCOMES).describe('What came of the task. `neutral` changes nothing.'),
    used: z
      .array(text(1, 64))
      .max(MAX_USED)
      .optional()
      .describe('The sources of the sections that were used. Without it, every section counts as used.'),
    note: text(0, 2_000).optional().describe('Accepted from clients that send one, and not stored.'),
  })
  .meta({ id: 'FeedbackRequest', description: 'What came of the task that a pack was used for.' });

export const recordFeedback = defineOperation({
  name: 'recordFeedback',
  summary: 'Say what came of a pack',
  description:
    'Moves the confidence and the rank of the memories and artifacts that the pack showed: up after a success, down after a failure. The next synthesis shows it. Each source counts once for each pack, however often the request is sent; the first outcome stays. What one user or key says about a source weighs less each time, and never more than one full vote. Sources that the pack did not show, or that you may not read, are ignored. A pack is known for some weeks (`PACK_DAYS`), and only to its own tenant and environment.',
  method: 'POST',
  path: '/v1/feedback',
  credential: 'api-key',
  scope: 'write',
  service: 'synthesis',
  body: feedbackBody,
  response: z
    .object({
      packId: z.string(),
      status: z.literal('recorded'),
      counted: z
        .number()
        .int()
        // Versions of the service before do not say it.
        .default(0)
        .describe(
          'For how many sources this vote counts. A source does not count again for the same pack, nor with `neutral`.',
        ),
    })
    .meta({ id: 'FeedbackReceipt', description: 'The feedback is stored.' }),
  successStatus: 202,
  errors: ['not_found'],
  errorMessages: { not_found: 'The pack does not exist' },
  examples: [
    {
      summary: 'The task succeeded',
      body: { packId: PACK_ID, outcome: 'success' },
      response: { packId: PACK_ID, status: 'recorded', counted: 3 },
    },
    {
      summary: 'One section misled the agent',
      body: { packId: PACK_ID, outcome: 'failure', used: [EXPORT_SECTION.source] },
      response: { packId: PACK_ID, status: 'recorded', counted: 1 },
    },
  ],
});
