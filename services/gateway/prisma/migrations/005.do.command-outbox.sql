-- What the audit log has yet to be told of the keys that were made and revoked; written with the change itself.
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
create policy tenant on command_outbox to strata_gateway
  using (tenant_id = current_setting('strata.tenant_id', true));
revoke select, update, delete on command_outbox from strata_gateway;

-- The relay sends what is in it, of every tenant, and takes out what was sent.
grant select, delete on command_outbox to strata_gateway_relay;
create policy relay on command_outbox to strata_gateway_relay using (true);
