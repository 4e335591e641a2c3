-- The operator's command that lists keys bound to agents reads those of every tenant, without their hashes; it
-- changes nothing.
grant select (id, tenant_id, environment, name, agent_id, owner, created_by, expires_at, revoked_at) on api_keys
  to strata_gateway_auditor;
create policy auditor on api_keys for select to strata_gateway_auditor using (true);
