import type { Usage } from '@strata/contracts/schemas/usage';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { TenantLimits } from '../limits/limit-callers.ts';

/** The sources of the figures. Days are `YYYY-MM-DD`, months `YYYY-MM`, both in UTC. */
export interface UsageParts {
  /** `isWhole`: whether these are all events of the tenant scope, not only those that the caller may read. */
  readonly readEventUsage: (
    month: string,
    context: RequestContext,
  ) => Promise<{ total: number; month: number; isWhole: boolean }>;
  readonly readLearnUsage: (
    day: string,
    context: RequestContext,
  ) => Promise<{ memories: number; artifacts: number; compilations: number; automaticCompilations: number }>;
  readonly readSynthesisUsage: (day: string, context: RequestContext) => Promise<{ syntheses: number }>;
  readonly limitsOf: (scope: TenantScope) => Promise<TenantLimits>;
  readonly clock: Clock;
}

/** The usage of the caller's tenant scope, and what its plan allows. Errors: `unavailable`. */
export const getUsageMetricsHandler = (parts: UsageParts) =>
  async function getUsageMetrics(_request: unknown, context: RequestContext): Promise<Usage> {
    const at = parts.clock.now();
    const now = at.toISOString();
    const period = { month: now.slice(0, 7), day: now.slice(0, 10) };
    const [{ plan, monthlyEvents, requests }, events, learning, synthesis] = await Promise.all([
      parts.limitsOf(context.scope),
      parts.readEventUsage(period.month, context),
      parts.readLearnUsage(period.day, context),
      parts.readSynthesisUsage(period.day, context),
    ]);
    const { used: requestsThisMinute, ...requestsPerMinute } = requests;
    return {
      plan,
      period,
      usage: {
        eventsThisMonth: events.month,
        synthesesToday: synthesis.syntheses,
        compilationsToday: learning.compilations,
        automaticCompilationsToday: learning.automaticCompilations,
        requestsThisMinute,
      },
      totals: { events: events.total, memories: learning.memories, artifacts: learning.artifacts },
      limits: {
        monthlyEvents: {
          limit: monthlyEvents,
          used: events.isWhole ? events.month : null,
          resetsAt: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)).toISOString(),
        },
        requestsPerMinute,
      },
    };
  };
