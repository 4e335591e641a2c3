import { createArrivalClock } from '@strata/kernel/arrival-clock';
import type { Clock } from '@strata/kernel/clock';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { PolicyCache } from '@strata/policy/policy-cache';
import { bundleEvents } from './adapters/bundle-events.ts';
import { countLimitsHit } from './adapters/limits-metric.ts';
import type { CaptureParts } from './capture/capture-event.ts';
import type { EventLedger } from './capture/event-ledger.ts';
import { createOpenEventJudge } from './capture/judge-events.ts';
import { createReserveEvents } from './capture/reserve-events.ts';
import type { TenantPlan } from './limits/plan.ts';
import type { ScrubEvent } from './scrubbing/scrub-event.ts';
import type { ServiceCalls } from './service-calls.ts';

export interface CapturePartsOptions {
  readonly scrub: ScrubEvent;
  readonly events: EventLedger;
  readonly planOf: (tenantId: string) => Promise<TenantPlan | undefined>;
  readonly services: Pick<ServiceCalls, 'storeEvents' | 'readEventUsage' | 'recordAudit'>;
  readonly policies: PolicyCache;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** What capture needs: scrubbing, the tenant's policies, and the plan's quota of events a month. */
export function captureParts(options: CapturePartsOptions): CaptureParts {
  const { scrub, events, planOf, services, policies, clock, metrics } = options;
  const countLimit = countLimitsHit(metrics);
  const denied = metrics.counter({
    name: 'strata_capture_denied_events_total',
    help: 'Events that a policy kept from being captured.',
    labels: [],
  });
  return {
    scrub,
    storeEvents: services.storeEvents,
    storeEvent: bundleEvents(services.storeEvents),
    arrive: createArrivalClock(clock),
    reserveEvents: createReserveEvents({
      ledger: events,
      readEventUsage: services.readEventUsage,
      monthlyEventsOf: async (tenantId) => (await planOf(tenantId))?.plan.monthlyEvents ?? null,
      onUsedUp: () => countLimit('monthly_events'),
    }),
    openJudge: createOpenEventJudge({
      recordAudit: services.recordAudit,
      clock,
      engineOf: (scope) => policies.engineFor(scope),
      onDenied: (count) => denied.add({}, count),
    }),
  };
}
