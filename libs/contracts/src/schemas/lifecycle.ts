import { z } from 'zod';
import { parseResourcePattern, resourcePatternSchema } from './policy-facts.ts';
import { utcInstant } from './instant.ts';
import { text } from './json.ts';
import { nameText } from './name.ts';

const MOST_DAYS = 36_500;
/** Per organization. */
export const MOST_LIFECYCLE_POLICIES = 1_000;

const days = z.number().int().min(0).max(MOST_DAYS).nullable();
const PERIODS = {
  retentionDays: days.describe('Nothing is archived or deleted earlier; null for no minimum.'),
  archiveAfterDays: days.describe('Days after which a memory leaves synthesize and the lists; null for never.'),
  deleteAfterDays: days.describe('Days after which memories and events are deleted permanently; null for never.'),
};

/** What a lifecycle policy covers. Artifacts follow their sources and have no lifecycle of their own. */
export const lifecycleScopeSchema = resourcePatternSchema
  .refine((scope) => parseResourcePattern(scope).kind !== 'artifact', {
    error: 'must not name artifacts, which follow the memories and events that they come from',
  })
  .meta({ pattern: String.raw`^(?:\*:\*|(?:namespace|agent|memory):[^\x00]{1,200})$` })
  .describe(
    '`memory:<id>`, `namespace:<id>`, `agent:<id>`, the same with `*` for every id, or `*:*` for everything. The more specific scope wins, in this order.',
  );

const name = nameText();

export const createLifecyclePolicyRequestSchema = z
  .strictObject({
    name,
    retentionDays: PERIODS.retentionDays.default(null),
    archiveAfterDays: PERIODS.archiveAfterDays.default(null),
    deleteAfterDays: PERIODS.deleteAfterDays.default(null),
    scope: lifecycleScopeSchema.default('*:*'),
  })
  .meta({
    id: 'CreateLifecyclePolicyRequest',
    description:
      'What to archive and delete, after how many whole days. Neither may be earlier than `retentionDays`, and archiving not later than deletion.',
  });

export const updateLifecyclePolicyRequestSchema = z
  .strictObject({
    name: name.optional(),
    retentionDays: PERIODS.retentionDays.optional(),
    archiveAfterDays: PERIODS.archiveAfterDays.optional(),
    deleteAfterDays: PERIODS.deleteAfterDays.optional(),
    scope: lifecycleScopeSchema.optional(),
  })
  .meta({
    id: 'UpdateLifecyclePolicyRequest',
    description: 'The fields to change. Null removes a period. The result must satisfy the rules of a new policy.',
  });

export const previewLifecycleChangeRequestSchema = z
  .strictObject({
    retentionDays: PERIODS.retentionDays.default(null),
    archiveAfterDays: PERIODS.archiveAfterDays.default(null),
    deleteAfterDays: PERIODS.deleteAfterDays.default(null),
    scope: lifecycleScopeSchema,
    policyId: text(1, 200)
      .optional()
      .describe(
        'The policy that would have these values. Without it, or if the organization has none with this id: a new one.',
      ),
  })
  .meta({ id: 'PreviewLifecycleChangeRequest', description: 'A lifecycle policy that is not stored.' });

export const lifecyclePolicySchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    name: z.string(),
    ...PERIODS,
    scope: z.string(),
    createdAt: utcInstant,
    updatedAt: utcInstant,
  })
  .meta({ id: 'LifecyclePolicy', description: 'When the memories and events in its scope are archived and deleted.' });
export type LifecyclePolicy = z.infer<typeof lifecyclePolicySchema>;

export const deletedLifecyclePolicySchema = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedLifecyclePolicy', description: 'The lifecycle policy that was deleted.' });

/** A preview counts no further. */
export const MOST_PREVIEWED = 100_000;
export const MOST_SAMPLES = 10;

const count = z.number().int().max(MOST_PREVIEWED);
const samples = z
  .array(z.string())
  .max(MOST_SAMPLES)
  .describe('Ids of some that you may read, in the live environment.');

export const lifecyclePreviewSchema = z
  .object({
    archive: z.object({ memories: count, samples }),
    delete: z.object({
      memories: count,
      events: count,
      artifacts: count.describe(
        'Artifacts with evidence that would be deleted. They are compiled again from the rest, or deleted.',
      ),
      samples,
    }),
    truncated: z.boolean().describe(`Whether a count stopped at ${MOST_PREVIEWED.toLocaleString('en')}.`),
  })
  .meta({ id: 'LifecyclePreview', description: 'What the policy would archive and delete now.' });
export type LifecyclePreview = z.infer<typeof lifecyclePreviewSchema>;
