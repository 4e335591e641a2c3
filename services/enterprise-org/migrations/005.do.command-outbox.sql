-- Commands for other services that belong to a change, written in its transaction: so far those for the gateway to revoke
-- the keys of a user who was removed from the tenant.
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
create policy tenant on command_outbox to strata_enterprise_org
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
revoke select, update, delete on command_outbox from strata_enterprise_org;

-- The relay sends the commands of every tenant, and deletes those that were sent.
grant select, delete on command_outbox to strata_enterprise_org_relay;
create policy relay on command_outbox to strata_enterprise_org_relay using (true);
