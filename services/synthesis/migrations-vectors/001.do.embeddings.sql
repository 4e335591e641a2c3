-- Applied only where an embedding provider is configured, in a schema of its own (synthesis_vectors): without one, no pgvector is needed.
create extension if not exists vector schema public;

create table embeddings (
  tenant_id text not null,
  environment text not null,
  entry_id text not null,
  -- The entry's revision whose text this is of; another one's vector is not used.
  revision bigint not null,
  agent_id text not null,
  model text not null,
  dimensions integer not null,
  embedding vector not null,
  primary key (tenant_id, environment, entry_id),
  foreign key (tenant_id, environment, entry_id) references synthesis.entries (tenant_id, environment, id) on delete cascade
);
create index embeddings_by_agent on embeddings (tenant_id, environment, agent_id);

-- Entries that wait for their vector.
create table due_embeddings (
  tenant_id text not null,
  environment text not null,
  entry_id text not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  primary key (tenant_id, environment, entry_id),
  foreign key (tenant_id, environment, entry_id) references synthesis.entries (tenant_id, environment, id) on delete cascade
);
create index due_embeddings_by_time on due_embeddings (due_at);

do $$
declare
  owned text;
begin
  foreach owned in array array['embeddings', 'due_embeddings'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_synthesis using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
    execute format('create policy worker on %I to strata_synthesis_worker using (true)', owned);
    execute format('grant select, insert, update, delete on %I to strata_synthesis_worker', owned);
  end loop;
end
$$;

-- The worker makes vectors for every tenant's entries, so it reads them all, and nothing else.
grant usage on schema synthesis to strata_synthesis_worker;
grant select on synthesis.entries to strata_synthesis_worker;
create policy worker on synthesis.entries for select to strata_synthesis_worker using (true);

-- An index holds vectors of one length, which is a setting: it is made when a service with that setting starts.
create function ensure_vector_index(wanted integer) returns void
language plpgsql security definer
as $$
begin
  if wanted < 1 or wanted > 2000 then
    raise exception 'an HNSW index holds vectors of 1 to 2000 dimensions';
  end if;
  perform pg_advisory_xact_lock(hashtext('synthesis_vectors.ensure_vector_index'));
  execute format(
    'create index if not exists %I on embeddings using hnsw ((embedding::vector(%s)) vector_cosine_ops) where dimensions = %s',
    'embeddings_nearest_' || wanted, wanted, wanted);
end
$$;

do $$
begin
  execute format('alter function ensure_vector_index(integer) set search_path = %I, public, pg_temp', current_schema());
  execute 'revoke all on function ensure_vector_index(integer) from public';
  execute 'grant execute on function ensure_vector_index(integer) to strata_synthesis_worker';
end
$$;
