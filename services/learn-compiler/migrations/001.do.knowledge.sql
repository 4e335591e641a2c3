create sequence revisions;
grant usage on sequence revisions to strata_learn;

create table jobs (
  id text not null,
  tenant_id text not null,
  environment text not null,
  request json not null,
  request_id text not null,
  status text not null default 'queued',
  stage text not null default 'queued',
  processed integer not null default 0,
  total integer,
  result json,
  error json,
  attempts integer not null default 0,
  worker text,
  leased_until timestamptz,
  not_before timestamptz not null default now(),
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, environment, id)
);
-- One tenant compiles one job at a time in each environment.
create unique index jobs_active on jobs (tenant_id, environment) where status = 'active';
create index jobs_open on jobs (requested_at) where status in ('queued', 'active');
create index jobs_by_day on jobs (tenant_id, environment, requested_at);

-- The compact form of what happened, from which scopes are compiled again as evidence grows.
create table steps (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  session_id text not null,
  event_id text not null,
  part smallint not null,
  seq bigint not null,
  step text not null,
  primary key (tenant_id, environment, event_id, part)
);
create index steps_by_scope on steps (tenant_id, environment, agent_id, namespace_id, seq);

-- Scopes (agent and namespace) whose steps changed since their artifacts were compiled. `mark` tells a later change.
create table changed_scopes (
  tenant_id text not null,
  environment text not null,
  agent_id text not null,
  namespace_id text not null,
  mark bigint not null,
  primary key (tenant_id, environment, agent_id, namespace_id)
);

create table memories (
  tenant_id text not null,
  environment text not null,
  id text not null,
  seq bigint generated always as identity,
  agent_id text,
  namespace_id text,
  session_id text not null,
  position integer not null,
  kind text not null,
  content text not null,
  speaker text,
  body text not null,
  -- What relative dates in the body mean.
  dates text[] not null,
  tags text[] not null,
  importance real not null,
  confidence real not null,
  token_count integer not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  revision bigint not null default nextval('revisions'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index memories_by_seq on memories (tenant_id, environment, seq);
create index memories_by_session on memories (tenant_id, environment, session_id, position);
create index memories_by_agent on memories (tenant_id, environment, agent_id, seq);

-- Lineage: which events a memory comes from.
create table memory_events (
  tenant_id text not null,
  environment text not null,
  memory_id text not null,
  event_id text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, environment, memory_id, event_id)
);
create index memory_events_by_event on memory_events (tenant_id, environment, event_id);

-- Memories that were deleted: learning their events again must not bring them back. Holds no content.
create table forgotten_memories (
  tenant_id text not null,
  environment text not null,
  memory_id text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, environment, memory_id)
);

create table artifacts (
  tenant_id text not null,
  environment text not null,
  id text not null,
  agent_id text,
  namespace_id text,
  type text not null,
  title text not null,
  -- json, not jsonb: a step's arguments are read in the order they were given.
  content json not null,
  version integer not null default 1,
  token_count integer not null,
  confidence real not null,
  tags text[] not null,
  source_events text[] not null,
  source_sessions integer not null,
  is_active boolean not null default true,
  revision bigint not null default nextval('revisions'),
  compiled_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, environment, id)
);
create index artifacts_by_time on artifacts (tenant_id, environment, compiled_at desc, id);
create index artifacts_by_agent on artifacts (tenant_id, environment, agent_id, namespace_id);

-- Lineage: which memories stand behind an artifact.
create table artifact_memories (
  tenant_id text not null,
  environment text not null,
  artifact_id text not null,
  memory_id text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, environment, artifact_id, memory_id)
);
create index artifact_memories_by_memory on artifact_memories (tenant_id, environment, memory_id);

-- What the search index has yet to be told; written with the change itself.
create table index_outbox (
  seq bigint generated always as identity primary key,
  tenant_id text not null,
  environment text not null,
  entry_id text not null,
  written_at timestamptz not null default now()
);
create index index_outbox_by_partition on index_outbox (tenant_id, environment, seq);

do $$
declare
  owned text;
begin
  foreach owned in array array['jobs', 'steps', 'changed_scopes', 'memories', 'memory_events', 'forgotten_memories',
                               'artifacts', 'artifact_memories', 'index_outbox'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_learn using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
end
$$;

-- The scheduler looks for work across tenants: at jobs, and at which partitions have something to index. Nothing else.
grant select, update on jobs to strata_learn_scheduler;
create policy scheduler on jobs to strata_learn_scheduler using (true);
grant select (tenant_id, environment, written_at) on index_outbox to strata_learn_scheduler;
create policy scheduler on index_outbox for select to strata_learn_scheduler using (true);
