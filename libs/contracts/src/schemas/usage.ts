import { z } from 'zod';

const count = z.number().int().min(0);

/** Usage of a tenant's partition. `period` is in UTC. */
export const usageSchema = z.object({
  plan: z.string(),
  period: z.object({ month: z.string(), day: z.string() }),
  usage: z.object({
    eventsThisMonth: count,
    synthesesToday: count,
    compilationsToday: count,
    requestsThisMinute: count,
  }),
  totals: z.object({ events: count, memories: count, artifacts: count }),
});
export type Usage = z.infer<typeof usageSchema>;
