-- Vectors can be compared only if one model of one provider made them. A row from before this migration has no provider: the
-- provider of the process that starts first is entered there.
alter table embeddings add column provider text not null default '';

-- The models of the processes that have run. The last one that started is wanted: only its processes make vectors.
create table models (
  provider text not null,
  model text not null,
  dimensions integer not null,
  started_at timestamptz not null default clock_timestamp(),
  primary key (provider, model, dimensions)
);
alter table models enable row level security;
alter table models force row level security;
create policy worker on models to strata_synthesis_worker using (true);
revoke all on models from strata_synthesis;
grant select, insert, update, delete on models to strata_synthesis_worker;

-- For vectors of a length that no model has any more.
create function drop_vector_index(unused integer) returns void
language plpgsql security definer
as $$
begin
  perform set_config('lock_timeout', '2s', true);
  perform pg_advisory_xact_lock(hashtext('synthesis_vectors.ensure_vector_index'));
  execute format('drop index if exists %I', 'embeddings_nearest_' || unused);
end
$$;

do $$
begin
  execute format('alter function drop_vector_index(integer) set search_path = %I, public, pg_temp', current_schema());
  execute 'revoke all on function drop_vector_index(integer) from public';
  execute 'grant execute on function drop_vector_index(integer) to strata_synthesis_worker';
end
$$;
