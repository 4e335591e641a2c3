import { quantile, rate } from './queries.mjs';

const requests = 'strata_http_request_duration_seconds';

/** @type {import('./queries.mjs').Dashboard} */
export const overview = {
  uid: 'strata-overview',
  title: 'Strata: overview',
  rows: [
    {
      title: 'State',
      panels: [
        {
          title: 'Subsystems that are not healthy',
          kind: 'stat',
          unit: 'none',
          queries: [
            ['max by (subsystem, status) (strata_health_status{status!="healthy"})', '{{subsystem}} {{status}}'],
          ],
        },
        {
          title: 'Firing alerts of the gateway',
          kind: 'stat',
          unit: 'none',
          queries: [['max by (alert) (strata_alert_firing)', '{{alert}}']],
        },
        {
          title: 'Services that respond and can work',
          kind: 'stat',
          unit: 'none',
          queries: [['min by (target) (strata_service_up)', '{{target}}']],
        },
      ],
    },
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests a second, by route',
          unit: 'reqps',
          queries: [[rate(`${requests}_count`, 'route'), '{{route}}']],
        },
        {
          title: 'Requests that fail, by status',
          unit: 'reqps',
          queries: [[rate(`${requests}_count`, 'status', '{status=~"5..|429"}'), '{{status}}']],
        },
        {
          title: 'Requests rejected by a limit',
          unit: 'reqps',
          queries: [[rate('strata_limits_hit_total', 'limit'), '{{limit}}']],
        },
        {
          title: 'Capture: time of a request',
          unit: 's',
          queries: [0.5, 0.95, 0.99].map((q) => [
            quantile(q, requests, '', '{route=~"/v1/capture|/v1/capture/batch"}'),
            `p${q * 100}`,
          ]),
        },
        {
          title: 'Synthesize: time of a request',
          unit: 's',
          queries: [0.5, 0.95, 0.99].map((q) => [quantile(q, requests, '', '{route="/v1/synthesize"}'), `p${q * 100}`]),
        },
        {
          title: 'Secrets replaced in events',
          unit: 'ops',
          queries: [[rate('strata_secrets_replaced_total', 'kind'), '{{kind}}']],
        },
      ],
    },
    {
      title: 'Overload',
      panels: [
        {
          title: 'Requests shed, by overloaded part',
          unit: 'reqps',
          queries: [[rate('strata_shed_requests_total', 'class, part'), '{{class}} {{part}}']],
        },
        {
          title: 'Requests in progress and slots, of each class',
          unit: 'short',
          queries: [['sum by (class, state) (strata_request_slots)', '{{class}} {{state}}']],
        },
      ],
    },
    {
      title: 'Work that waits',
      panels: [
        {
          title: 'Events that are accepted and not stored yet',
          unit: 'short',
          queries: [['max by (state) (strata_capture_backlog_events)', '{{state}}']],
        },
        {
          title: 'Waiting and in progress',
          unit: 'short',
          queries: [['max by (queue, state) (strata_queue_messages{state=~"waiting|active"})', '{{queue}} {{state}}']],
        },
        {
          title: 'Age of the oldest',
          unit: 's',
          queries: [['max by (queue) (strata_queue_oldest_age_seconds)', '{{queue}}']],
        },
        {
          title: 'Dead letters',
          unit: 'short',
          queries: [['max by (contract) (strata_dead_letters)', '{{contract}}']],
        },
      ],
    },
  ],
};
