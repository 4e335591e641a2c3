-- Counts the changes of what a tenant scope has in the index, so that a process knows whether its copy of it still holds
-- (src/adapters/pg-index-copies.ts). Triggers count, since no writer may be forgotten.
create table scope_versions (
  tenant_id text not null,
  environment text not null,
  version bigint not null,
  primary key (tenant_id, environment)
) with (fillfactor = 50);

-- Not forced: a migration that changes entries counts as well.
alter table scope_versions enable row level security;
create policy tenant on scope_versions to strata_synthesis using (
  tenant_id = current_setting('strata.tenant_id', true) and environment = current_setting('strata.environment', true));

create function count_changes() returns trigger
language plpgsql security definer
as $$
begin
  insert into scope_versions as known (tenant_id, environment, version)
  select distinct tenant_id, environment, 1 from changed order by 1, 2
  on conflict (tenant_id, environment) do update set version = known.version + 1;
  return null;
end
$$;

do $$
declare
  counted text;
begin
  execute format('alter function count_changes() set search_path = %I, pg_temp', current_schema());
  execute 'revoke all on function count_changes() from public';
  foreach counted in array array['entries', 'session_summaries', 'identifier_forms'] loop
    execute format('create trigger count_inserted after insert on %I referencing new table as changed
                    for each statement execute function count_changes()', counted);
    execute format('create trigger count_updated after update on %I referencing new table as changed
                    for each statement execute function count_changes()', counted);
    execute format('create trigger count_deleted after delete on %I referencing old table as changed
                    for each statement execute function count_changes()', counted);
  end loop;
end
$$;
