create table command_outbox (
  seq bigint generated always as identity primary key,
  tenant_id text not null,
  environment text not null,
  command text not null,
  payload json not null,
  context json not null
);
grant select, delete on command_outbox to strata_test_relay;
