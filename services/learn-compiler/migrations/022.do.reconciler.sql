-- Whoever compares what is stored reads that of every tenant, and changes nothing. It reads the texts of memories, to compare
-- them with the search index, and no steps, artifacts or requests.
grant select (tenant_id, environment, id, agent_id, namespace_id, user_id, session_id, tags, body, dates, revision, archived_at,
              replaced_by, is_side_text) on memories to strata_learn_reconciler;
grant select (tenant_id, environment, id, agent_id, namespace_id, user_id, tags, revision, is_active, is_withdrawn)
  on artifacts to strata_learn_reconciler;
grant select (tenant_id, environment, agent_id, namespace_id, session_id, event_id, part, seq) on steps to strata_learn_reconciler;
grant select (tenant_id, environment, id, status, cause, leased_until, not_before, requested_at) on jobs to strata_learn_reconciler;
grant select (tenant_id, environment, job_id, subject) on erasures to strata_learn_reconciler;
grant select on sessions, changed_scopes, memory_events, artifact_memories, forgotten_events, index_outbox, session_summaries,
  scope_summaries to strata_learn_reconciler;

do $$
declare
  read text;
begin
  foreach read in array array['jobs', 'steps', 'sessions', 'changed_scopes', 'memories', 'memory_events', 'artifacts',
                              'artifact_memories', 'forgotten_events', 'index_outbox', 'session_summaries', 'scope_summaries',
                              'erasures'] loop
    execute format('create policy reconciler on %I for select to strata_learn_reconciler using (true)', read);
  end loop;
end
$$;
