import { z } from 'zod';

const periods = z.number().int().nullable();

/** What the lifecycle of one tenant's data depends on. */
export const lifecycleFactsSchema = z.object({
  organizations: z.array(
    z.object({
      id: z.string(),
      /** Whether it has a say over what belongs to no organization; left out: it has. */
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
