import { z } from 'zod';

const count = z.number().int().min(0);

/** Usage of a tenant's partition. `period` is in UTC. */
export const usageSchema = z
  .object({
    plan: z.string(),
    period: z.object({
      month: z.string().describe('Year and month in UTC, such as `2026-05`.'),
      day: z.string().describe('Date in UTC, such as `2026-05-08`.'),
    }),
    usage: z.object({
      eventsThisMonth: count,
      synthesesToday: count,
      compilationsToday: count.describe('Learn jobs begun.'),
      requestsThisMinute: count,
    }),
    totals: z.object({ events: count, memories: count, artifacts: count }).describe('What the partition holds.'),
  })
  .meta({ id: 'Usage', description: 'What a partition has used, and what it holds.' });
export type Usage = z.infer<typeof usageSchema>;
