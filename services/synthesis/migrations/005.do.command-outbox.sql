-- Commands that are sent if and only if the transaction commits that put them here: which memories a caller was given.
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
create policy tenant on command_outbox to strata_synthesis
  using (tenant_id = current_setting('strata.tenant_id', true) and environment = current_setting('strata.environment', true));
-- The relay serves every tenant. It takes out what was put there and can put nothing itself.
grant select, delete on command_outbox to strata_synthesis_relay;
create policy relay_reads on command_outbox for select to strata_synthesis_relay using (true);
create policy relay_deletes on command_outbox for delete to strata_synthesis_relay using (true);
