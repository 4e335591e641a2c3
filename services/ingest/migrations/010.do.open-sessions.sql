-- Sessions with events that are not compiled yet. An empty agent or namespace means none. Written with the events.
create table open_sessions (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  session_id text not null,
  -- Events of the session that are stored and not compiled.
  uncompiled integer not null,
  -- When to queue a learn job for it, the next one if one is queued. Infinity: the tenant has turned that off.
  due_at timestamptz not null,
  -- When a learn job was queued for it. Null: since its events were last compiled, none.
  queued_at timestamptz,
  primary key (tenant_id, environment, session_id, agent_id, namespace_id)
);
create index open_sessions_due on open_sessions (due_at);
create index open_sessions_queued on open_sessions (tenant_id, environment) where queued_at is not null;

-- When the job took the lease: sessions that were queued later are for the next job.
alter table compile_leases add column taken_at timestamptz not null default now();

-- Tenants that do not want their sessions compiled by themselves. What is not in here is on.
create table automatic_learning_off (
  tenant_id text not null,
  turned_off_at timestamptz not null default now(),
  primary key (tenant_id)
);

-- What was stored before this version. It becomes due over an hour, so that not all tenants come at once.
insert into open_sessions (tenant_id, environment, agent_id, namespace_id, session_id, uncompiled, due_at)
select tenant_id, environment, coalesce(agent_id, ''), coalesce(namespace_id, ''), session_id, count(*),
       now() + make_interval(secs => 60 + abs(hashtext(tenant_id)::bigint) % 3600)
from events where learned_at is null
group by 1, 2, 3, 4, 5;

alter table open_sessions enable row level security;
alter table open_sessions force row level security;
create policy tenant on open_sessions to strata_ingest
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
alter table automatic_learning_off enable row level security;
alter table automatic_learning_off force row level security;
create policy tenant on automatic_learning_off to strata_ingest
  using (tenant_id = current_setting('strata.tenant_id', true));

-- The scheduler looks for due sessions across tenants. It sees whose they are, nothing else.
grant select (tenant_id, environment, due_at, queued_at) on open_sessions to strata_ingest_scheduler;
create policy scheduler on open_sessions for select to strata_ingest_scheduler using (true);
