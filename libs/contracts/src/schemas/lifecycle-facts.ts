import { z } from 'zod';

const periods = z.number().int().nullable();

/** Everything that lifecycle decisions about one tenant's data depend on. */
export const lifecycleFactsSchema = z.object({
  organizations: z.array(
    z.object({
      id: z.string(),
      /** Whether it governs what belongs to no organization. Absent means true. */
      isOfTenant: z.boolean().optional(),
      namespaceIds: z.array(z.string()),
      agentIds: z.array(z.string()),
      policies: z.array(
        z.object({
          id: z.string(),
          scope: z.string(),
          retentionDays: periods,
          archiveAfterDays: periods,
          deleteAfterDays: periods,
        }),
      ),
    }),
  ),
});
export type LifecycleFacts = z.infer<typeof lifecycleFactsSchema>;
