import type { Usage } from '@strata/contracts/schemas/usage';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';

/** The sources of the figures. Days are `YYYY-MM-DD`, months `YYYY-MM`, both in UTC. */
export interface UsageParts {
  readonly readEventUsage: (month: string, context: RequestContext) => Promise<{ total: number; month: number }>;
  readonly readLearnUsage: (
    day: string,
    context: RequestContext,
  ) => Promise<{ memories: number; artifacts: number; compilations: number; automaticCompilations: number }>;
  readonly readSynthesisUsage: (day: string, context: RequestContext) => Promise<{ syntheses: number }>;
  readonly readPlan: (tenantId: string) => Promise<string>;
  readonly requestsThisMinute: (context: RequestContext) => Promise<number>;
  readonly clock: Clock;
}

/** The usage of the caller's tenant scope. Errors: `unavailable`. */
export const getUsageMetricsHandler = (parts: UsageParts) =>
  async function getUsageMetrics(_request: unknown, context: RequestContext): Promise<Usage> {
    const now = parts.clock.now().toISOString();
    const period = { month: now.slice(0, 7), day: now.slice(0, 10) };
    const [plan, events, learning, synthesis, requestsThisMinute] = await Promise.all([
      parts.readPlan(context.scope.tenantId),
      parts.readEventUsage(period.month, context),
      parts.readLearnUsage(period.day, context),
      parts.readSynthesisUsage(period.day, context),
      parts.requestsThisMinute(context),
    ]);
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
    };
  };
