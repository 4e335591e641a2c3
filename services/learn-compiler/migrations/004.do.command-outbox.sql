-- What others have yet to be told: which memories were given to whom, and what the audit log has to say of it.
create table command_outbox (
  seq bigint generated always as identity primary key,
  tenant_id text not null,
  environment text not null,
  command text not null,
  payload json not null,
  context json not null
);

alter table command_outbox enable row level security;
alter table command_outbox force row level security;
create policy tenant on command_outbox to strata_learn
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));

-- The relay sends what is in it, of every tenant, and takes out what was sent.
grant select, delete on command_outbox to strata_learn_relay;
create policy relay on command_outbox to strata_learn_relay using (true);
