-- Whoever compares what is stored reads that of every tenant, and changes nothing.
do $$
declare
  read text;
begin
  foreach read in array array['entries', 'artifact_sources', 'document_frequencies', 'populations', 'synthesis_counts', 'packs',
                              'session_summaries', 'identifier_forms'] loop
    execute format('grant select on %I to strata_synthesis_reconciler', read);
    execute format('create policy reconciler on %I for select to strata_synthesis_reconciler using (true)', read);
  end loop;
end
$$;
