import type { readEventSeries } from '@strata/contracts/calls/ingest';
import type { readLearnSeries } from '@strata/contracts/calls/learn';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { readPackSeries } from '@strata/contracts/calls/synthesis';
import type { RequestTo } from '@strata/contracts/operation';
import type { getUsageSeries as getUsageSeriesOperation } from '@strata/contracts/operations/usage';
import type { SeriesBucket, UsageSeries } from '@strata/contracts/schemas/usage';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';

type ReadSeries<Call> = (
  request: { bucket: SeriesBucket; since: string },
  context: RequestContext,
) => Promise<ResponseOfCall<Call>>;

export interface UsageSeriesParts {
  readonly readEventSeries: ReadSeries<typeof readEventSeries>;
  readonly readLearnSeries: ReadSeries<typeof readLearnSeries>;
  readonly readPackSeries: ReadSeries<typeof readPackSeries>;
  readonly clock: Clock;
}

/** Neither is ever longer or shorter in UTC. */
const LENGTH_MS: Readonly<Record<SeriesBucket, number>> = { hour: 3_600_000, day: 86_400_000 };

/** What happened in the caller's tenant scope over time: what each service has counted, side by side. Errors: `unavailable`. */
export const getUsageSeriesHandler = (parts: UsageSeriesParts) =>
  async function getUsageSeries(
    { query: { bucket, last } }: RequestTo<typeof getUsageSeriesOperation>,
    context: RequestContext,
  ): Promise<UsageSeries> {
    const times = lastBuckets(parts.clock.now(), LENGTH_MS[bucket], last);
    const request = { bucket, since: times[0] ?? '' };
    const [events, learning, packs] = await Promise.all([
      parts.readEventSeries(request, context),
      parts.readLearnSeries(request, context),
      parts.readPackSeries(request, context),
    ]);
    const [eventsAt, learnedAt, packsAt] = [byTime(events.points), byTime(learning.points), byTime(packs.points)];
    return {
      bucket,
      points: times.map((at) => {
        const { events: captured = 0, failed = 0 } = eventsAt.get(at) ?? {};
        const learned = learnedAt.get(at);
        const answered = packsAt.get(at);
        return {
          at,
          eventsCaptured: captured,
          eventsFailed: events.isWhole ? failed : null,
          learnJobsCompleted: learned?.completed ?? 0,
          learnJobsFailed: learned?.failed ?? 0,
          memoriesLearned: learned?.memories ?? 0,
          artifactsLearned: learned?.artifacts ?? 0,
          packs: answered?.packs ?? 0,
          packTokens: answered?.tokens ?? 0,
        };
      }),
    };
  };

/** When the last `count` buckets begin, oldest first; the last is the current one. */
function lastBuckets(now: Date, lengthMs: number, count: number): string[] {
  const running = now.getTime() - (now.getTime() % lengthMs);
  return Array.from({ length: count }, (_, n) => new Date(running - (count - 1 - n) * lengthMs).toISOString());
}

const byTime = <Point extends { readonly at: string }>(points: readonly Point[]): ReadonlyMap<string, Point> =>
  new Map(points.map((point) => [point.at, point]));
