import type { Logger } from '@strata/platform/log/logger';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { LoadGate } from '../shedding/load-gate.ts';
import type { Part } from '../shedding/overloaded.ts';
import { BOUNDS, type RequestClass } from '../shedding/request-classes.ts';

/** There may be thousands a second: the log has their number, not each of them. */
const LOG_EVERY_MS = 10_000;

/** Counts the requests that were shed, by class and by the part that is overloaded; logs their number while there are any. */
export function countShed(metrics: Metrics, logger: Logger): (requestClass: RequestClass, part: Part) => void {
  const shed = metrics.counter({
    name: 'strata_shed_requests_total',
    help: 'Requests that were rejected at once because a part is overloaded.',
    labels: ['class', 'part'],
  });
  const unlogged = new Map<Part, number>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (requestClass, part) => {
    shed.add({ class: requestClass, part });
    unlogged.set(part, (unlogged.get(part) ?? 0) + 1);
    const now = performance.now();
    if (now - loggedAt < LOG_EVERY_MS) return;
    loggedAt = now;
    logger.warn('Requests are shed, because a part is overloaded', { requests: Object.fromEntries(unlogged) });
    unlogged.clear();
  };
}

/** Publishes the slots of each class, and the bytes of bodies in memory. */
export function slotMetrics(metrics: Metrics, gate: LoadGate): void {
  const classes = Object.keys(BOUNDS) as RequestClass[];
  metrics.gauge({
    name: 'strata_request_slots',
    help: 'Requests in progress, and how many may be, by request class.',
    labels: ['class', 'state'],
    read: () =>
      classes.flatMap((requestClass) => {
        const { inProgress, bound } = gate.slotsOf(requestClass);
        return [
          { labels: { class: requestClass, state: 'in_progress' }, value: inProgress },
          { labels: { class: requestClass, state: 'bound' }, value: bound },
        ];
      }),
  });
  metrics.gauge({
    name: 'strata_request_body_bytes',
    help: 'Bytes of the bodies of requests in progress.',
    labels: [],
    read: () => [{ labels: {}, value: gate.bodyBytes }],
  });
}
