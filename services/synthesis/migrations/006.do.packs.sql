-- Which entries each pack showed, so that feedback can name the pack. `judged` are those that feedback has counted already.
create table packs (
  tenant_id text not null,
  environment text not null,
  id text not null,
  -- Best first, at most a thousand.
  shown text[] not null,
  judged text[] not null default '{}',
  returned_at timestamptz not null default now(),
  primary key (id, tenant_id, environment)
);
create index packs_by_time on packs (returned_at);

-- In how many packs each writer said that an entry led to success, and in how many to failure. Kept while the entry is indexed.
create table feedback_counts (
  tenant_id text not null,
  environment text not null,
  entry_id text not null,
  writer text not null,
  successes integer not null,
  failures integer not null,
  primary key (entry_id, writer, tenant_id, environment)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['packs', 'feedback_counts'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_synthesis using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
end
$$;

-- Old packs of every tenant are deleted by the role that also empties the outbox of every tenant.
grant select (tenant_id, environment, id, returned_at), delete on packs to strata_synthesis_relay;
create policy relay_reads on packs for select to strata_synthesis_relay using (true);
create policy relay_deletes on packs for delete to strata_synthesis_relay using (true);
