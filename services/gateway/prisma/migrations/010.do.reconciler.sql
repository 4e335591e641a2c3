-- The operator's command that compares what is stored looks whether the tenants of other services' data exist.
grant select (id) on tenants to strata_gateway_auditor;
create policy auditor on tenants for select to strata_gateway_auditor using (true);
