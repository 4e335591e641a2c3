import { ofStrata, quantile, rate } from './queries.mjs';

/** @type {import('./queries.mjs').Dashboard} */
export const resources = {
  uid: 'strata-resources',
  title: 'Strata: processes, database, broker',
  rows: [
    {
      title: 'Processes',
      panels: [
        {
          title: 'Processor time, by process',
          unit: 'short',
          queries: [[ofStrata('rate(process_cpu_seconds_total[$__rate_interval])'), '{{service}} {{instance}}']],
        },
        {
          title: 'Resident memory',
          unit: 'bytes',
          queries: [[ofStrata('process_resident_memory_bytes'), '{{service}} {{instance}}']],
        },
        {
          title: 'Lag of the event loop, p99',
          unit: 's',
          queries: [[ofStrata('nodejs_eventloop_lag_p99_seconds'), '{{service}} {{instance}}']],
        },
      ],
    },
    {
      title: 'Database',
      panels: [
        {
          title: 'Share of connections in use',
          unit: 'percentunit',
          queries: [
            [
              'strata_database_connections{state="active"} / on (instance, service) strata_database_connections_max',
              '{{service}} {{instance}}',
            ],
          ],
        },
        {
          title: 'Requests that wait for a connection',
          unit: 'short',
          queries: [['sum by (service) (strata_database_connection_waiters)', '{{service}}']],
        },
        {
          title: 'Transactions, p95',
          unit: 's',
          queries: [
            [
              quantile(0.95, 'strata_database_transaction_duration_seconds', 'service', '{outcome="committed"}'),
              '{{service}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'Broker and cache',
      panels: [
        {
          title: 'Calls between services, p95',
          unit: 's',
          queries: [[quantile(0.95, 'strata_bus_call_duration_seconds', 'contract', '{outcome="ok"}'), '{{contract}}']],
        },
        {
          title: 'Messages that failed by themselves',
          unit: 'ops',
          queries: [
            [
              rate(
                'strata_bus_message_duration_seconds_count',
                'contract, outcome',
                '{outcome=~"retried|stuck|dead_lettered|internal_error"}',
              ),
              '{{contract}} {{outcome}}',
            ],
          ],
        },
        {
          title: 'Time of a write to Redis',
          unit: 's',
          queries: [['max(strata_cache_ping_seconds)', 'ping']],
        },
      ],
    },
  ],
};
