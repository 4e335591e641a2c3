-- Events with an idempotency key that a gateway accepted without the cache, until they are stored. Kept for a day.
create table idempotency_claims (
  tenant_id text not null,
  environment text not null,
  event_id text not null,
  fingerprint text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, environment, event_id)
);
create index idempotency_claims_by_age on idempotency_claims (tenant_id, environment, at);
alter table idempotency_claims enable row level security;
alter table idempotency_claims force row level security;
create policy tenant on idempotency_claims to strata_ingest
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
