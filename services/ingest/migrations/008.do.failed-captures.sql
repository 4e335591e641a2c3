-- Jobs (of events and of batches) whose command was dead-lettered, and why. Holds no content.
create table failed_captures (
  tenant_id text not null,
  environment text not null,
  job_id text not null,
  code text not null,
  message text not null,
  -- Who captured it: {actorId, actorType, keyId}.
  writer json not null,
  at timestamptz not null default now(),
  primary key (tenant_id, environment, job_id)
);
alter table failed_captures enable row level security;
alter table failed_captures force row level security;
create policy tenant on failed_captures to strata_ingest
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
