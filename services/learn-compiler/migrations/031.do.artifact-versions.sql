-- What an artifact said before its content changed: the newest earlier versions. A version is deleted with anything that it can rest
-- on, by the same rule by which artifacts are withdrawn. Versions from before this was kept are gone.
create table artifact_versions (
  tenant_id text not null,
  environment text not null,
  artifact_id text not null,
  version integer not null,
  title text not null,
  content json not null,
  token_count integer not null,
  confidence real not null,
  -- As in artifacts: what policies and deletions look at.
  tags text[] not null,
  source_events text[] not null,
  -- The memories behind it; null if they were too many to keep.
  source_memories text[],
  source_sessions integer not null,
  compiled_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  primary key (artifact_id, tenant_id, environment, version)
);
alter table artifact_versions enable row level security;
alter table artifact_versions force row level security;
create policy tenant on artifact_versions to strata_learn
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));
