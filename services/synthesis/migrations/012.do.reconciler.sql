-- Whoever compares what is stored reads that of every tenant, and changes nothing. It does not read which entries a pack showed.
grant select on entries, artifact_sources, document_frequencies, populations, synthesis_counts, session_summaries, identifier_forms
  to strata_synthesis_reconciler;
grant select (tenant_id, environment, returned_at) on packs to strata_synthesis_reconciler;

do $$
declare
  read text;
begin
  foreach read in array array['entries', 'artifact_sources', 'document_frequencies', 'populations', 'synthesis_counts', 'packs',
                              'session_summaries', 'identifier_forms'] loop
    execute format('create policy reconciler on %I for select to strata_synthesis_reconciler using (true)', read);
  end loop;
end
$$;
