import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { queryInteger } from '../schemas/paging.ts';
import { MOST_BUCKETS, SERIES_BUCKETS, usageSchema, usageSeriesSchema } from '../schemas/usage.ts';

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
        limits: {
          monthlyEvents: { limit: 25_000, used: 956, resetsAt: '2026-06-01T00:00:00.000Z' },
          requestsPerMinute: { limit: 600, perKey: 1_000, burst: 100 },
        },
      },
    },
  ],
});

export const getUsageSeries = defineOperation({
  name: 'getUsageSeries',
  summary: 'Read the usage over time',
  method: 'GET',
  path: '/v1/usage-series',
  credential: 'api-key',
  scope: 'read',
  service: 'gateway',
  query: z.strictObject({
    bucket: z.enum(SERIES_BUCKETS).default('day').describe('What one point covers. Days begin at midnight UTC.'),
    last: queryInteger(1, MOST_BUCKETS)
      .default(30)
      .describe('How many points. The last one is the current hour or day.'),
  }),
  description:
    'Live and test keys see the figures of their own environment. What was deleted or erased since stays counted.\n\nWhere a policy or a sensitivity can hide data from you, events, memories and artifacts are counted as far as you may read them and they are still stored, unless you are a tenant admin.',
  response: usageSeriesSchema,
  examples: [
    {
      summary: 'The last two hours',
      query: { bucket: 'hour', last: 2 },
      response: {
        bucket: 'hour',
        points: [
          {
            at: '2026-05-08T09:00:00.000Z',
            eventsCaptured: 120,
            eventsFailed: 0,
            learnJobsCompleted: 3,
            learnJobsFailed: 0,
            memoriesLearned: 84,
            artifactsLearned: 2,
            packs: 9,
            packTokens: 8_412,
          },
          {
            at: '2026-05-08T10:00:00.000Z',
            eventsCaptured: 31,
            eventsFailed: 0,
            learnJobsCompleted: 1,
            learnJobsFailed: 0,
            memoriesLearned: 22,
            artifactsLearned: 0,
            packs: 4,
            packTokens: 3_870,
          },
        ],
      },
    },
  ],
});
