import { defineOperation } from '../operation.ts';
import { usageSchema } from '../schemas/usage.ts';

export const getUsageMetrics = defineOperation({
  name: 'getUsageMetrics',
  summary: 'Read the usage',
  method: 'GET',
  path: '/v1/usage-metrics',
  credential: 'api-key',
  scope: 'read',
  service: 'gateway',
  description:
    'Live and test keys see the figures of their own environment. Months and days change at midnight UTC.\n\nWhere a policy or a sensitivity can hide data from you, events, memories and artifacts are counted as far as you may read them and they are still stored, unless you are a tenant admin.',
  response: usageSchema,
  examples: [
    {
      summary: 'A day in May',
      response: {
        plan: 'pro',
        period: { month: '2026-05', day: '2026-05-08' },
        usage: {
          eventsThisMonth: 956,
          synthesesToday: 48,
          compilationsToday: 23,
          automaticCompilationsToday: 20,
          requestsThisMinute: 12,
        },
        totals: { events: 20_311, memories: 14_082, artifacts: 55 },
      },
    },
  ],
});
