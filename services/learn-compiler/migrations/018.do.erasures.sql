-- Erasures of end users, beside their jobs of the same id (cause 'erasure').
create table erasures (
  tenant_id text not null,
  environment text not null,
  job_id text not null,
  seq bigint generated always as identity,
  -- {"userId"}; null once the erasure has ended.
  subject json,
  -- {"type", "sha256"}: what is kept of the subject.
  description json not null,
  -- What was removed so far.
  removed json not null,
  primary key (tenant_id, environment, job_id)
);
create index erasures_by_seq on erasures (tenant_id, environment, seq);
alter table erasures enable row level security;
alter table erasures force row level security;
create policy tenant on erasures to strata_learn
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
