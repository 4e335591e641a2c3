create index events_by_age on events (tenant_id, environment, occurred_at);

-- Usage counts what was captured, lists count what is there.
alter table event_counts add column deleted bigint not null default 0;

-- Events that were deleted: sending them again must not bring them back. Holds no content.
create table forgotten_events (
  tenant_id text not null,
  environment text not null,
  event_id text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, environment, event_id)
);

-- What the audit log has yet to be told of deletions.
create table command_outbox (
  seq bigint generated always as identity primary key,
  tenant_id text not null,
  environment text not null,
  command text not null,
  payload json not null,
  context json not null
);

do $$
declare
  owned text;
begin
  foreach owned in array array['forgotten_events', 'command_outbox'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format(
      'create policy tenant on %I to strata_ingest using (tenant_id = current_setting(''strata.tenant_id'', true)'
        || ' and environment = current_setting(''strata.environment'', true))', owned);
  end loop;
end
$$;

-- The relay sends what is in it, of every tenant, and takes out what was sent.
grant select, delete on command_outbox to strata_ingest_relay;
create policy relay on command_outbox to strata_ingest_relay using (true);
