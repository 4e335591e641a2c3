-- Every change and every refusal, chained: `hash` is over the entry and the hash before it, `sequence` has no gap.
create table audit_entries (
  tenant_id text not null,
  organization_id text not null,
  sequence bigint not null,
  id text not null,
  action text not null,
  actor_id text not null,
  actor_type text not null,
  resource_type text not null,
  resource_id text,
  outcome text not null check (outcome in ('success', 'denied')),
  -- json, not jsonb: hashed word for word.
  changes json,
  request_id text not null,
  ip text,
  at timestamptz not null,
  previous_hash text not null,
  hash text not null,
  -- How many entries up to this one have its action, its resource type …: a page's total is told from two of them.
  nth_of_action bigint not null,
  nth_of_resource_type bigint not null,
  nth_of_actor bigint not null,
  nth_of_actor_and_action bigint not null,
  nth_of_actor_and_resource_type bigint not null,
  primary key (tenant_id, organization_id, sequence)
);
create unique index audit_entries_id on audit_entries (tenant_id, organization_id, id);
-- Time never goes back along the sequence, so dates are bounds of it.
create index audit_entries_by_time on audit_entries (tenant_id, organization_id, at, sequence);
-- An action names its resource type, so these serve every combination of filters.
create index audit_entries_by_action on audit_entries (tenant_id, organization_id, action, sequence);
create index audit_entries_by_type on audit_entries (tenant_id, organization_id, resource_type, sequence);
create index audit_entries_by_actor on audit_entries (tenant_id, organization_id, actor_id, sequence);
create index audit_entries_by_actor_and_action on audit_entries (tenant_id, organization_id, actor_id, action, sequence);
create index audit_entries_by_actor_and_type
  on audit_entries (tenant_id, organization_id, actor_id, resource_type, sequence);

-- The end of each chain; whoever appends holds it until they commit, so the order of sequence is that of commits.
create table audit_heads (
  tenant_id text not null,
  organization_id text not null,
  sequence bigint not null,
  hash text not null,
  at timestamptz not null,
  primary key (tenant_id, organization_id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
);

-- One row for each memory that a request gave to a caller. Without an organization: all of the tenant's may see it.
create table access_entries (
  seq bigint generated always as identity,
  tenant_id text not null,
  organization_id text not null default '',
  id text not null,
  memory_id text not null,
  actor_id text not null,
  agent_id text,
  action text not null check (action in ('synthesize', 'list', 'read', 'lineage')),
  request_id text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
-- There are few actions, so a page without one is merged from all of them. An API key is bound to one agent for good, so
-- who filters by both needs no index of both.
create index access_entries_in_order on access_entries (tenant_id, organization_id, action, at, seq);
create index access_entries_by_memory on access_entries (tenant_id, organization_id, memory_id, action, at, seq);
create index access_entries_by_actor on access_entries (tenant_id, organization_id, actor_id, action, at, seq);
create index access_entries_by_agent on access_entries (tenant_id, organization_id, agent_id, action, at, seq)
  where agent_id is not null;
create index access_entries_by_memory_and_actor
  on access_entries (tenant_id, organization_id, memory_id, actor_id, action, at, seq);
create index access_entries_by_memory_and_agent
  on access_entries (tenant_id, organization_id, memory_id, agent_id, action, at, seq) where agent_id is not null;

do $$
declare
  owned text;
begin
  foreach owned in array array['audit_entries', 'audit_heads', 'access_entries'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I to strata_enterprise_org'
      || ' using (tenant_id = current_setting(''strata.tenant_id'', true))', owned);
  end loop;
end
$$;

-- What is written stays: not even the service can change or remove it.
revoke update, delete, truncate on audit_entries, access_entries from strata_enterprise_org;
revoke delete, truncate on audit_heads from strata_enterprise_org;

-- Whoever verifies the chains reads those of every tenant, and changes nothing.
grant select on audit_entries, audit_heads to strata_enterprise_org_auditor;
create policy auditor on audit_entries for select to strata_enterprise_org_auditor using (true);
create policy auditor on audit_heads for select to strata_enterprise_org_auditor using (true);
grant select (tenant_id, id) on organizations to strata_enterprise_org_auditor;
create policy auditor on organizations for select to strata_enterprise_org_auditor using (true);
