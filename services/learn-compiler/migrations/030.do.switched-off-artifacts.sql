-- Artifacts that no pack shows until somebody switches them on. Apart from the artifacts: one that lost its evidence and is compiled
-- again later has the same id, and stays off.
create table switched_off_artifacts (
  tenant_id text not null,
  environment text not null,
  artifact_id text not null,
  at timestamptz not null,
  -- {"actorId", "actorType", "keyId"}
  by json not null,
  -- Null also once something that the artifact was compiled from is deleted.
  reason text,
  primary key (artifact_id, tenant_id, environment)
);
alter table switched_off_artifacts enable row level security;
alter table switched_off_artifacts force row level security;
create policy tenant on switched_off_artifacts to strata_learn
  using (tenant_id = current_setting('strata.tenant_id', true)
    and environment = current_setting('strata.environment', true));

-- Whoever compares what is stored has to know that the search index does not have them.
grant select (tenant_id, environment, artifact_id) on switched_off_artifacts to strata_learn_reconciler;
create policy reconciler on switched_off_artifacts for select to strata_learn_reconciler using (true);
