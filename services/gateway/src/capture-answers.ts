import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { createArrivals } from '@strata/kernel/arrivals';
import type { Clock } from '@strata/kernel/clock';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { PolicyCache } from '@strata/policy/policy-cache';
import { countLimitsHit } from './adapters/limits-metric.ts';
import { createAcceptBatch } from './capture/accept-batch.ts';
import { createAcceptEvent } from './capture/accept-event.ts';
import type { EventLedger } from './capture/event-ledger.ts';
import { createOpenEventJudge } from './capture/judge-events.ts';
import type { ScrubEvent } from './capture/scrub-event.ts';
import { createTakeIn } from './capture/take-in.ts';
import type { TenantPlan } from './limits/plan.ts';
import { answering, type OwnAnswer } from './routing/own-answer.ts';
import type { ServiceCalls } from './service-calls.ts';

export interface CaptureAnswerParts {
  readonly scrub: ScrubEvent;
  readonly events: EventLedger;
  readonly planOf: (tenantId: string) => Promise<TenantPlan | undefined>;
  readonly services: ServiceCalls;
  readonly policies: PolicyCache;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Capture, of one event and of many, as the tenant's policies let it and within the plan's events a month. */
export function captureAnswers({
  scrub,
  events,
  planOf,
  services,
  policies,
  clock,
  metrics,
}: CaptureAnswerParts): OwnAnswer[] {
  const { storeEvents, readEventUsage, tellAudit } = services;
  const hit = countLimitsHit(metrics);
  const takeIn = createTakeIn({
    ledger: events,
    readEventUsage,
    monthlyEventsOf: async (tenantId) => (await planOf(tenantId))?.plan.monthlyEvents ?? null,
    onUsedUp: () => hit('monthly_events'),
  });
  const denied = metrics.counter({
    name: 'strata_capture_denied_events_total',
    help: 'Events that a policy kept from being captured.',
    labels: [],
  });
  const openJudge = createOpenEventJudge({
    tellAudit,
    clock,
    engineOf: (scope) => policies.engineFor(scope),
    onDenied: (events) => denied.add({}, events),
  });
  const capture = { scrub, openJudge, takeIn, storeEvents, arrive: createArrivals(clock) };
  const acceptEvent = createAcceptEvent(capture);
  const acceptBatch = createAcceptBatch(capture);
  return [
    answering(captureEvent, ({ body }, context) => acceptEvent(body, context), { tellsRefusals: true }),
    answering(captureBatch, ({ body }, context) => acceptBatch(body.events, context), { tellsRefusals: true }),
  ];
}
