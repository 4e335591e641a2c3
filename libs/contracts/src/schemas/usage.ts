import { z } from 'zod';

const count = z.number().int().min(0);

/** Usage of a tenant scope. `period` is in UTC. */
export const usageSchema = z
  .object({
    plan: z.string(),
    period: z.object({
      month: z.string().describe('Year and month in UTC, such as `2026-05`.'),
      day: z.string().describe('Date in UTC, such as `2026-05-08`.'),
    }),
    usage: z.object({
      eventsThisMonth: count,
      synthesesToday: count.describe('Context packs of today that were answered in time.'),
      compilationsToday: count.describe('Learn jobs of today, requested and automatic.'),
      automaticCompilationsToday: count.describe('Those among them without a request.'),
      requestsThisMinute: count,
    }),
    totals: z.object({ events: count, memories: count, artifacts: count }).describe('What is stored.'),
  })
  .meta({ id: 'Usage', description: 'What a tenant has used and stored in one environment.' });
export type Usage = z.infer<typeof usageSchema>;
