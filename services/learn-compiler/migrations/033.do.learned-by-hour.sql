-- What was learned in each hour, for figures over time (ADR 0091). Kept for so long as somebody can ask for it.
create table learned_hours (
  tenant_id text not null,
  environment text not null,
  hour timestamptz not null,
  -- New ones. Those that were deleted since stay counted.
  memories bigint not null default 0,
  artifacts bigint not null default 0,
  -- Learn jobs that ended, without automatic ones that had nothing to do.
  completed bigint not null default 0,
  failed bigint not null default 0,
  primary key (tenant_id, environment, hour)
) with (fillfactor = 50);

-- What was learned before. Memories and artifacts that are deleted are not known any more.
insert into learned_hours (tenant_id, environment, hour, memories, artifacts, completed, failed)
select tenant_id, environment, date_trunc('hour', at, 'UTC'), sum(memory), sum(artifact), sum(completed), sum(failed)
from (
  select tenant_id, environment, created_at as at, 1 as memory, 0 as artifact, 0 as completed, 0 as failed
  from memories where not is_side_text
  union all select tenant_id, environment, created_at, 0, 1, 0, 0 from artifacts
  union all select tenant_id, environment, finished_at, 0, 0, (status = 'completed')::integer, (status = 'failed')::integer
  from jobs
  where status in ('completed', 'failed') and starts_with(id, 'lrn_')
    and (cause = 'request' or cause = 'automatic' and (status = 'failed' or processed > 0))
) as learned
where at >= now() - interval '100 days' group by 1, 2, 3;

-- The first of an hour removes the hours that nobody asks for any more. A clock that is ahead removes none.
create function drop_old_learned_hours() returns trigger language plpgsql
as $$
begin
  delete from learned_hours
  where tenant_id = new.tenant_id and environment = new.environment
    and hour < least(new.hour, now()) - interval '100 days';
  return null;
end
$$;
revoke all on function drop_old_learned_hours() from public;
create trigger drop_old after insert on learned_hours for each row execute function drop_old_learned_hours();

alter table learned_hours enable row level security;
alter table learned_hours force row level security;
create policy tenant on learned_hours to strata_learn
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
grant select on learned_hours to strata_learn_reconciler;
create policy reconciler on learned_hours for select to strata_learn_reconciler using (true);
grant select (created_at, updated_at) on memories to strata_learn_reconciler;
grant select (created_at) on artifacts to strata_learn_reconciler;
grant select (finished_at, processed) on jobs to strata_learn_reconciler;

do $$
begin
  execute format('alter function drop_old_learned_hours() set search_path = %I, pg_temp', current_schema());
end
$$;
