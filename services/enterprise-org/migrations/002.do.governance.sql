-- Counted when somebody makes another one.
create index organizations_by_creator on organizations (tenant_id, created_by);

-- `name_key` is the name without regard to case.
create table teams (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  organization_id text not null,
  name text not null,
  name_key text not null,
  description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create unique index teams_name_key on teams (tenant_id, organization_id, name_key);
create index teams_in_order on teams (tenant_id, organization_id, seq);

-- Members and open invitations alike: who is invited is in the teams from the moment they join.
create table team_members (
  tenant_id text not null,
  team_id text not null,
  member_id text not null,
  primary key (tenant_id, team_id, member_id),
  foreign key (tenant_id, team_id) references teams (tenant_id, id) on delete cascade,
  foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade
);
create index team_members_by_member on team_members (tenant_id, member_id);

create table agents (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  organization_id text not null,
  name text not null,
  name_key text not null,
  description text,
  framework text,
  team_id text,
  metadata json not null,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, team_id) references teams (tenant_id, id) on delete set null (team_id)
);
create unique index agents_name_key on agents (tenant_id, organization_id, name_key);
create index agents_in_order on agents (tenant_id, organization_id, seq);
create index agents_by_team on agents (tenant_id, team_id);

create table namespaces (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  organization_id text not null,
  name text not null,
  name_key text not null,
  description text,
  sensitivity text not null check (sensitivity in ('public', 'internal', 'confidential', 'restricted')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create unique index namespaces_name_key on namespaces (tenant_id, organization_id, name_key);
create index namespaces_in_order on namespaces (tenant_id, organization_id, seq);

create table namespace_teams (
  tenant_id text not null,
  namespace_id text not null,
  team_id text not null,
  primary key (tenant_id, namespace_id, team_id),
  foreign key (tenant_id, namespace_id) references namespaces (tenant_id, id) on delete cascade,
  foreign key (tenant_id, team_id) references teams (tenant_id, id) on delete cascade
);
create index namespace_teams_by_team on namespace_teams (tenant_id, team_id);

create table policies (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  organization_id text not null,
  name text not null,
  effect text not null check (effect in ('allow', 'deny')),
  resource text not null,
  action text not null check (action in ('read', 'write', '*')),
  -- json, not jsonb: shown as it was given.
  conditions json not null,
  priority double precision not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create index policies_in_order on policies (tenant_id, organization_id, seq);

-- Moved in the transaction of every change to what decisions need to know.
create table policy_facts_versions (
  tenant_id text primary key,
  version bigint not null
);

create table lifecycle_policies (
  seq bigint generated always as identity,
  id text not null,
  tenant_id text not null,
  organization_id text not null,
  name text not null,
  scope text not null,
  retention_days integer,
  archive_after_days integer,
  delete_after_days integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id) on delete cascade
);
create index lifecycle_policies_in_order on lifecycle_policies (tenant_id, organization_id, seq);

-- Whose turn it is: one replica at a time sweeps a tenant, and one that died is followed by another.
create table lifecycle_sweeps (
  tenant_id text primary key,
  due_at timestamptz not null,
  worker text,
  leased_until timestamptz
);
create index lifecycle_sweeps_due on lifecycle_sweeps (due_at);

do $$
declare
  owned text;
begin
  foreach owned in array array['teams', 'team_members', 'agents', 'namespaces', 'namespace_teams', 'policies',
                               'policy_facts_versions', 'lifecycle_policies', 'lifecycle_sweeps'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I to strata_enterprise_org'
      || ' using (tenant_id = current_setting(''strata.tenant_id'', true))', owned);
  end loop;
end
$$;

-- The sweeper looks across tenants for whose turn it is, and at nothing else.
grant select, update on lifecycle_sweeps to strata_enterprise_org_sweeper;
create policy sweeper on lifecycle_sweeps to strata_enterprise_org_sweeper using (true);
