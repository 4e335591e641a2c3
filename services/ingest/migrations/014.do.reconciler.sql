-- Whoever compares what is stored reads that of every tenant, without what clients sent, and changes nothing.
grant select (tenant_id, environment, seq, id, session_id, agent_id, namespace_id, idempotency_key, fingerprint, received_at, learned_at)
  on events to strata_ingest_reconciler;
grant select on event_counts, open_sessions, forgotten_events, idempotency_claims to strata_ingest_reconciler;
grant select (tenant_id, environment, batch_id, events, total, stored_at) on batch_chunks to strata_ingest_reconciler;
grant select (tenant_id, environment, job_id) on failed_captures to strata_ingest_reconciler;

do $$
declare
  read text;
begin
  foreach read in array array['events', 'event_counts', 'open_sessions', 'batch_chunks', 'failed_captures', 'forgotten_events',
                              'idempotency_claims'] loop
    execute format('create policy reconciler on %I for select to strata_ingest_reconciler using (true)', read);
  end loop;
end
$$;
