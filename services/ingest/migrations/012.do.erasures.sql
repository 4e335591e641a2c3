-- Erasures of end users. Holds no id of an end user: the SHA-256 of one is enough to know what comes late.
create table erasures (
  tenant_id text not null,
  environment text not null,
  job_id text not null,
  subject_sha256 text not null,
  -- What was received until then is erased.
  until timestamptz not null,
  -- Events that were deleted so far.
  events bigint not null default 0,
  primary key (tenant_id, environment, job_id)
);
create index erasures_by_subject on erasures (subject_sha256, tenant_id, environment);
alter table erasures enable row level security;
alter table erasures force row level security;
create policy tenant on erasures to strata_ingest
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
