-- Whoever compares what is stored reads that of every tenant, and changes nothing.
do $$
declare
  read text;
begin
  foreach read in array array['events', 'event_counts', 'open_sessions', 'batch_chunks', 'failed_captures', 'forgotten_events',
                              'idempotency_claims'] loop
    execute format('grant select on %I to strata_ingest_reconciler', read);
    execute format('create policy reconciler on %I for select to strata_ingest_reconciler using (true)', read);
  end loop;
end
$$;
