import type { WideRowPolicy } from './wide-row-policy.ts';

const reads = (service: string, schema: string, columns: Readonly<Record<string, string>>): WideRowPolicy[] =>
  Object.entries(columns).map(([table, read]) => ({
    role: `strata_${service}_reconciler`,
    table: `${schema}.${table}`,
    command: 'SELECT',
    condition: 'true',
    privileges: `select ${read}`,
    reason: 'compares what is stored of all tenants',
  }));

/** What the roles behind `npm run reconcile` read, by table. */
export const RECONCILER_POLICIES: readonly WideRowPolicy[] = [
  ...reads('ingest', 'ingest', {
    events:
      'seq, id, tenant_id, environment, session_id, agent_id, namespace_id, idempotency_key, fingerprint, received_at, learned_at',
    event_ids: '*',
    event_counts: '*',
    event_hours: '*',
    open_sessions: '*',
    batch_chunks: 'tenant_id, environment, batch_id, events, total, stored_at',
    failed_captures: 'tenant_id, environment, job_id',
    forgotten_events: '*',
    idempotency_claims: '*',
  }),
  ...reads('learn', 'learn', {
    jobs: 'id, tenant_id, environment, status, processed, leased_until, not_before, requested_at, finished_at, cause',
    steps: 'tenant_id, environment, agent_id, namespace_id, session_id, event_id, part, seq',
    sessions: '*',
    changed_scopes: '*',
    memories:
      'tenant_id, environment, id, agent_id, namespace_id, session_id, body, dates, tags, revision, created_at, updated_at, archived_at, user_id, replaced_by, is_side_text',
    memory_events: '*',
    artifacts:
      'tenant_id, environment, id, agent_id, namespace_id, tags, is_active, revision, created_at, is_withdrawn, user_id',
    learned_hours: '*',
    artifact_memories: '*',
    switched_off_artifacts: 'tenant_id, environment, artifact_id',
    forgotten_events: '*',
    index_outbox: '*',
    session_summaries: '*',
    scope_summaries: '*',
    erasures: 'tenant_id, environment, job_id, subject',
  }),
  ...reads('synthesis', 'synthesis', {
    entries: '*',
    artifact_sources: '*',
    document_frequencies: '*',
    populations: '*',
    synthesis_counts: '*',
    packs: 'tenant_id, environment, returned_at',
    session_summaries: '*',
    identifier_forms: '*',
  }),
  {
    role: 'strata_gateway_auditor',
    table: 'gateway.tenants',
    command: 'SELECT',
    condition: 'true',
    privileges: 'select id',
    reason: 'the comparison of what is stored looks whether the tenants of other services’ data exist',
  },
];
