import type { Clock } from '@strata/kernel/clock';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { createPseudonyms } from './accounts/pseudonyms.ts';
import { cachePlans } from './adapters/cached-plans.ts';
import { countLimitsHit } from './adapters/limits-metric.ts';
import { createRecentCredentials } from './adapters/recent-credentials.ts';
import type { GatewayConfig } from './config.ts';
import { createCallerLimits, type CallerLimits } from './limits/limit-callers.ts';
import { AnonymousLimits } from './limits/limit-anonymous-clients.ts';
import type { TenantPlan } from './limits/plan.ts';
import type { PlanStore } from './limits/plan-store.ts';
import type { OpenWindowCounter } from './limits/window-counter.ts';
import type { OpenWindowPair } from './limits/window-pair.ts';

export interface RequestLimitsParts {
  readonly config: GatewayConfig;
  readonly plans: PlanStore;
  readonly openCounter: OpenWindowCounter;
  readonly openPair: OpenWindowPair;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Opens the limits of requests: of callers by key and tenant, of anonymous clients by address. */
export function openRequestLimits({ config, plans, openCounter, openPair, clock, metrics }: RequestLimitsParts): {
  readonly callers: CallerLimits;
  readonly anonymousClients: AnonymousLimits;
  /** A tenant's plan, at most about a second old. Errors: `unavailable`. */
  readonly planOf: (tenantId: string) => Promise<TenantPlan | undefined>;
} {
  const countLimit = countLimitsHit(metrics);
  const pseudonyms = createPseudonyms(config.API_KEY_PEPPER);
  const planOf = cachePlans((tenantId) => plans.ofTenant(tenantId));
  return {
    planOf,
    callers: createCallerLimits({
      openPair,
      planOf,
      clock,
      defaultRate: config.CUSTOM_RATE_LIMIT_RPM,
      onHit: countLimit,
    }),
    anonymousClients: new AnonymousLimits({
      openCounter,
      clock,
      nameOf: (ip) => pseudonyms.address(ip),
      rate: config.ANONYMOUS_REQUESTS_PER_MINUTE,
      known: createRecentCredentials(),
      onHit: () => countLimit('address'),
    }),
  };
}
