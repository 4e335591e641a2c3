import { quantile, rate } from './queries.mjs';

/** @type {import('./queries.mjs').Dashboard} */
export const work = {
  uid: 'strata-work',
  title: 'Strata: capture, learn, synthesize',
  rows: [
    {
      title: 'Capture',
      panels: [
        {
          title: 'Events stored a second',
          unit: 'ops',
          queries: [[rate('strata_ingest_events_total', 'outcome'), '{{outcome}}']],
        },
        {
          title: 'Time from the gateway to ingest',
          unit: 's',
          queries: [0.5, 0.99].map((q) => [
            quantile(q, 'strata_bus_queue_wait_seconds', '', '{contract="ingest.storeEvents"}'),
            `p${q * 100}`,
          ]),
        },
        {
          title: 'Events and spans that were not captured',
          unit: 'ops',
          queries: [
            ['sum(rate(strata_capture_denied_events_total[$__rate_interval]))', 'denied by a policy'],
            [rate('strata_otlp_spans_total', 'outcome', '{outcome!="captured"}'), 'spans {{outcome}}'],
          ],
        },
      ],
    },
    {
      title: 'Learn',
      panels: [
        {
          title: 'Events compiled a second',
          unit: 'ops',
          queries: [['sum(rate(strata_learn_events_total[$__rate_interval]))', 'events']],
        },
        {
          title: 'Memories and artifacts that changed',
          unit: 'ops',
          queries: [
            [rate('strata_learn_memories_total', 'change'), 'memories {{change}}'],
            [rate('strata_learn_artifacts_total', 'change'), 'artifacts {{change}}'],
          ],
        },
        {
          title: 'Seconds of work a second, by stage',
          unit: 'short',
          queries: [[rate('strata_learn_stage_duration_seconds_sum', 'stage'), '{{stage}}']],
        },
        {
          title: 'Jobs, by cause and outcome',
          unit: 'ops',
          queries: [[rate('strata_learn_job_duration_seconds_count', 'cause, outcome'), '{{cause}} {{outcome}}']],
        },
        {
          title: 'Sessions that wait to be compiled without a request',
          unit: 'short',
          queries: [['max by (state) (strata_automatic_learn_sessions)', '{{state}}']],
        },
        {
          title: 'Events that wait to be compiled without a request',
          unit: 'short',
          queries: [['max by (state) (strata_automatic_learn_events)', '{{state}}']],
        },
        {
          title: 'Memories archived, restored and deleted',
          unit: 'ops',
          queries: [
            [rate('strata_lifecycle_memories_total', 'step'), '{{step}}'],
            ['sum(rate(strata_lifecycle_events_total[$__rate_interval]))', 'events deleted'],
          ],
        },
      ],
    },
    {
      title: 'Synthesize',
      panels: [
        {
          title: 'Syntheses a second',
          unit: 'ops',
          queries: [[rate('strata_synthesize_duration_seconds_count', 'outcome'), '{{outcome}}']],
        },
        {
          title: 'Stages, p95',
          unit: 's',
          queries: [[quantile(0.95, 'strata_synthesize_stage_duration_seconds', 'stage'), '{{stage}}']],
        },
        {
          title: 'Ranking arms, p95',
          unit: 's',
          queries: [[quantile(0.95, 'strata_synthesize_arm_duration_seconds', 'arm'), '{{arm}}']],
        },
        {
          title: 'Views of the search index',
          unit: 'ops',
          queries: [[rate('strata_search_index_views_total', 'source'), '{{source}}']],
        },
        {
          title: 'Refreshes of copies of the search index',
          unit: 'ops',
          queries: [[rate('strata_search_index_refreshes_total', 'outcome'), '{{outcome}}']],
        },
        {
          title: 'Share of the token budget that was used, median',
          unit: 'percentunit',
          queries: [[quantile(0.5, 'strata_synthesize_budget_used_ratio', ''), 'median']],
        },
        {
          title: 'Entries that wait for their vector',
          unit: 'short',
          queries: [['max(strata_embedding_due_entries)', 'entries']],
        },
      ],
    },
  ],
};
