-- How many events arrived in each hour, for figures over time (ADR 0091). Kept for so long as somebody can ask for them.
create table event_hours (
  tenant_id text not null,
  environment text not null,
  hour timestamptz not null,
  events bigint not null default 0,
  -- How many of them were deleted, so that the rest can be compared with what is stored.
  deleted bigint not null default 0,
  -- Events that turned out in this hour not to be storable.
  failed bigint not null default 0,
  primary key (tenant_id, environment, hour)
) with (fillfactor = 50);

-- What was captured before. Events that are deleted are not known any more, nor how many failed.
insert into event_hours (tenant_id, environment, hour, events)
select tenant_id, environment, date_trunc('hour', received_at, 'UTC'), count(*) from events
where received_at >= now() - interval '100 days' group by 1, 2, 3;

-- The first event of an hour removes the hours that nobody asks for any more. A clock that is ahead removes none.
create function drop_old_event_hours() returns trigger language plpgsql
as $$
begin
  delete from event_hours
  where tenant_id = new.tenant_id and environment = new.environment
    and hour < least(new.hour, now()) - interval '100 days';
  return null;
end
$$;
revoke all on function drop_old_event_hours() from public;
create trigger drop_old after insert on event_hours for each row execute function drop_old_event_hours();

alter table event_hours enable row level security;
alter table event_hours force row level security;
create policy tenant on event_hours to strata_ingest
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
grant select on event_hours to strata_ingest_reconciler;
create policy reconciler on event_hours for select to strata_ingest_reconciler using (true);

do $$
begin
  execute format('alter function drop_old_event_hours() set search_path = %I, pg_temp', current_schema());
end
$$;
