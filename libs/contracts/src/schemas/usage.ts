import { z } from 'zod';
import { utcInstant } from './instant.ts';

const count = z.number().int().min(0);
const allowed = count.nullable();

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
    limits: z
      .object({
        monthlyEvents: z.object({
          limit: allowed.describe('Events a month.'),
          used: count
            .nullable()
            .describe(
              'Stored events of this month; null where a policy or a sensitivity can hide some of them from you.',
            ),
          resetsAt: utcInstant.describe('When the next month begins.'),
        }),
        requestsPerMinute: z.object({
          limit: allowed.describe('Requests a minute of all credentials together.'),
          perKey: allowed.describe('Requests a minute of one credential; a key can have a rate of its own.'),
          burst: allowed.describe('Requests that a minute admits beyond these.'),
        }),
      })
      .describe('What the plan allows in one environment, and what is used of it.'),
  })
  .meta({ id: 'Usage', description: 'What a tenant has used and stored in one environment.' });
export type Usage = z.infer<typeof usageSchema>;

export const SERIES_BUCKETS = ['hour', 'day'] as const;
export type SeriesBucket = (typeof SERIES_BUCKETS)[number];

/** The most buckets of a series. Counts are kept a little longer than so many days. */
export const MOST_BUCKETS = 92;

const hidable = count.nullable();

/** What happened in a tenant scope in one hour or day. */
export const usagePointSchema = z
  .object({
    at: utcInstant.describe('When the hour or day begins, in UTC.'),
    eventsCaptured: count.describe('By time of arrival.'),
    eventsFailed: hidable.describe(
      'Accepted events that could not be stored, by the time when that was found; an operator can replay them. Null where a policy or a sensitivity can hide data from you.',
    ),
    learnJobsCompleted: count.describe('Learn jobs that ended in it, without automatic ones that had nothing to do.'),
    learnJobsFailed: count,
    memoriesLearned: count.describe('New memories.'),
    artifactsLearned: count.describe('New artifacts; a new version of one is not counted.'),
    packs: count.describe('Context packs that were answered in time.'),
    packTokens: count.describe('The tokens of these packs.'),
  })
  .meta({ id: 'UsagePoint', description: 'What happened in one hour or day.' });
export type UsagePoint = z.infer<typeof usagePointSchema>;

/** What happened over time, oldest first, without gaps. The last point is the current hour or day. */
export const usageSeriesSchema = z
  .object({ bucket: z.enum(SERIES_BUCKETS), points: z.array(usagePointSchema).max(MOST_BUCKETS) })
  .meta({ id: 'UsageSeries', description: 'What happened in a tenant scope over time, oldest first.' });
export type UsageSeries = z.infer<typeof usageSeriesSchema>;

/** What a service is asked for its part of a series: whole buckets from `since` on, the beginning of one. */
export const seriesRequestSchema = z.object({ bucket: z.enum(SERIES_BUCKETS), since: z.string() });

/** A service's part of a series: the buckets in which something happened, in any order. */
export const seriesOf = <Figures extends z.ZodRawShape>(figures: Figures) =>
  z.object({ points: z.array(z.object({ at: z.string(), ...figures })) });
