-- Whoever compares what is stored reads that of every tenant, and changes nothing.
do $$
declare
  read text;
begin
  foreach read in array array['jobs', 'steps', 'sessions', 'changed_scopes', 'memories', 'memory_events', 'artifacts',
                              'artifact_memories', 'forgotten_events', 'index_outbox', 'session_summaries', 'scope_summaries',
                              'erasures'] loop
    execute format('grant select on %I to strata_learn_reconciler', read);
    execute format('create policy reconciler on %I for select to strata_learn_reconciler using (true)', read);
  end loop;
end
$$;
