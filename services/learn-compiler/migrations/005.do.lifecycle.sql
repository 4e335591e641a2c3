-- Archived memories are kept and leave the index. What was restored by hand is as old as its restoration.
alter table memories add column archived_at timestamptz, add column restored_at timestamptz;
create index memories_by_age
  on memories (tenant_id, environment, greatest(coalesce(valid_to, valid_from), restored_at));
create index memories_archived on memories (tenant_id, environment, seq) where archived_at is not null;

-- When a step happened is known by its column, too: steps end with their events.
alter table steps add column occurred_at timestamptz;
alter table steps no force row level security;
update steps set occurred_at = (step::json ->> 'at')::timestamptz;
alter table steps force row level security;
alter table steps alter column occurred_at set not null;
create index steps_by_age on steps (tenant_id, environment, occurred_at);

-- Something that it was compiled from is gone: out of sight until it is compiled from what is left, or deleted.
alter table artifacts add column is_withdrawn boolean not null default false;
-- The mark with which steps of a scope were last taken away: what was compiled before it is thrown away.
alter table changed_scopes add column retracted_mark bigint not null default 0;
-- Who wanted a job: a request, or the service itself after a retraction.
alter table jobs add column cause text not null default 'request';

-- Events whose memories were deleted: learning them again must not bring their steps back. Holds no content.
create table forgotten_events (
  tenant_id text not null,
  environment text not null,
  event_id text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, environment, event_id)
);
alter table forgotten_events enable row level security;
alter table forgotten_events force row level security;
create policy tenant on forgotten_events to strata_learn
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
