import { HEALTH_STATUSES } from '@strata/contracts/schemas/health';
import type { Metrics } from '@strata/platform/metrics/metrics';
import { ALERT_RULES } from '../health/alert-rules.ts';
import type { HealthReading } from '../health/read-health.ts';

const MEBIBYTE = 1024 * 1024;

/** Publishes the last reading of the system's health; nothing before the first. */
export function healthMetrics(metrics: Metrics, latest: () => HealthReading | undefined): void {
  type Values = readonly (readonly [value: string, reading: number])[];
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: (reading: HealthReading) => readonly { labels: Readonly<Record<Label, string>>; value: number }[],
  ): void => {
    metrics.gauge({
      name,
      help,
      labels,
      read: () => {
        const reading = latest();
        return reading === undefined ? [] : read(reading);
      },
    });
  };
  const byLabel = <Label extends string>(label: Label, values: Values) =>
    values.map(([name, value]) => ({ labels: { [label]: name } as Record<Label, string>, value }));

  gauge(
    'strata_health_status',
    'Health of the whole service and of its subsystems: 1 for the current status, 0 for the others.',
    ['subsystem', 'status'],
    ({ health }) =>
      [
        ['all', health.status] as const,
        ...Object.entries(health.subsystems).map(([name, { status }]) => [name, status] as const),
      ].flatMap(([subsystem, current]) =>
        HEALTH_STATUSES.map((status) => ({ labels: { subsystem, status }, value: Number(status === current) })),
      ),
  );
  gauge('strata_alert_firing', 'Whether each alert fires.', ['alert'], ({ alerts }) =>
    byLabel(
      'alert',
      ALERT_RULES.map(({ name }) => [
        name,
        Number(alerts.some(({ rule, isFiring }) => isFiring && rule.name === name)),
      ]),
    ),
  );
  gauge(
    'strata_service_up',
    'Whether each service behind the gateway responds and can work.',
    ['target'],
    ({ figures }) =>
      byLabel(
        'target',
        [...figures.services].map(([name, isUp]) => [name, Number(isUp)]),
      ),
  );
  gauge(
    'strata_queue_messages',
    'Messages of capture and jobs of learn, of all processes together: waiting, active, and finally failed.',
    ['queue', 'state'],
    ({ figures: { queues, captureMessages } }) =>
      Object.entries({ ...queues, capture: { ...queues.capture, ...captureMessages } }).flatMap(([queue, states]) =>
        Object.entries(states).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
  );
  gauge(
    'strata_capture_backlog_events',
    'Events that are accepted and not stored yet: waiting, and active.',
    ['state'],
    ({ figures: { queues } }) =>
      byLabel('state', [
        ['waiting', queues.capture.waiting],
        ['active', queues.capture.active],
      ]),
  );
  gauge(
    'strata_dead_letters',
    'Commands that could not be handled because of their own data.',
    ['contract'],
    ({ figures }) => byLabel('contract', Object.entries(figures.deadLetters)),
  );
  gauge('strata_queue_oldest_age_seconds', 'Age of the oldest unfinished message or job.', ['queue'], ({ figures }) =>
    byLabel('queue', Object.entries(figures.oldestSeconds)),
  );
  gauge('strata_cache_up', 'Whether the cache responds.', [], ({ figures }) => [
    { labels: {}, value: Number(figures.cache.responds) },
  ]);
  gauge('strata_cache_ping_seconds', 'Response time of the cache when it last responded.', [], ({ figures }) => [
    { labels: {}, value: figures.cache.figures.latencyMs / 1_000 },
  ]);
  gauge('strata_cache_memory_bytes', 'Memory that the cache uses.', [], ({ figures }) => [
    { labels: {}, value: figures.cache.figures.memory.used_memory_mb * MEBIBYTE },
  ]);
}
