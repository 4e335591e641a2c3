-- Which rules a tenant does not want its events searched by. What is not in here is on.
create table secret_rules_off (
  tenant_id text not null references tenants (id) on delete cascade on update cascade,
  rule_id text not null,
  turned_off_at timestamptz not null,
  primary key (tenant_id, rule_id)
);
alter table secret_rules_off enable row level security;
alter table secret_rules_off force row level security;
create policy tenant on secret_rules_off to strata_gateway
  using (tenant_id = current_setting('strata.tenant_id', true));
