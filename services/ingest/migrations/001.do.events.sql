create table events (
  seq bigint generated always as identity primary key,
  id text not null,
  tenant_id text not null,
  environment text not null,
  type text not null,
  session_id text not null,
  agent_id text,
  namespace_id text,
  tags text[] not null,
  -- json, not jsonb: kept word for word as it came, and never searched.
  payload json not null,
  metadata json not null,
  idempotency_key text,
  fingerprint text,
  occurred_at timestamptz not null,
  occurred_at_given boolean not null,
  received_at timestamptz not null,
  -- The order in which events were sent; `seq` is the order in which they came to be stored.
  arrival bigint not null,
  learned_at timestamptz
);

create unique index events_id on events (tenant_id, environment, id);
create index events_uncompiled on events (tenant_id, environment, arrival) where learned_at is null;
create index events_by_session on events (tenant_id, environment, session_id, seq);
create index events_by_agent on events (tenant_id, environment, agent_id, seq);

-- Exact counts without counting rows; one row a month.
create table event_counts (
  tenant_id text not null,
  environment text not null,
  month text not null,
  events bigint not null,
  primary key (tenant_id, environment, month)
);

-- A batch travels in chunks; each is written with its events, so a redelivered one is counted once.
create table batch_chunks (
  tenant_id text not null,
  environment text not null,
  batch_id text not null,
  chunk integer not null,
  events integer not null,
  total integer not null,
  stored_at timestamptz not null default now(),
  primary key (tenant_id, environment, batch_id, chunk)
);

-- Which job may compile a partition's events, and until when.
create table compile_leases (
  tenant_id text not null,
  environment text not null,
  job_id text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, environment)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['events', 'event_counts', 'batch_chunks', 'compile_leases'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
end
$$;
