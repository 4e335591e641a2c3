-- Pages of the access log are found by numbers: an index of hashes and times takes a third of the time to write that one of
-- ids takes. A page checks the ids themselves, since two lists of ids can have one hash.
-- An entry of a report is stored once because its report is; only entries from before have an id of their own.
create table access_reports (
  tenant_id text not null,
  id text not null,
  primary key (tenant_id, id)
);
alter table access_reports enable row level security;
alter table access_reports force row level security;
create policy tenant on access_reports to strata_enterprise_org
  using (tenant_id = current_setting('strata.tenant_id', true));
revoke update, delete, truncate on access_reports from strata_enterprise_org;

drop index access_entries_in_order, access_entries_by_memory, access_entries_by_actor, access_entries_by_agent,
  access_entries_by_memory_and_actor, access_entries_by_memory_and_agent;

-- Without an agent, the keys with one are null.
alter table access_entries
  drop constraint access_entries_pkey,
  alter column id drop not null,
  add column report_id text,
  add check ((id is null) <> (report_id is null)),
  add column key bigint not null generated always as (
    hashtextextended(tenant_id || ' ' || organization_id || ' ' || action, 0)) stored,
  add column key_of_memory bigint not null generated always as (
    hashtextextended(tenant_id || ' ' || organization_id || ' ' || action || ' ' || memory_id, 0)) stored,
  add column key_of_actor bigint not null generated always as (
    hashtextextended(tenant_id || ' ' || organization_id || ' ' || action || ' ' || actor_id, 0)) stored,
  add column key_of_agent bigint generated always as (
    hashtextextended(tenant_id || ' ' || organization_id || ' ' || action || ' ' || agent_id, 0)) stored,
  add column key_of_memory_and_actor bigint not null generated always as (
    hashtextextended(tenant_id || ' ' || organization_id || ' ' || action || ' ' || memory_id || ' ' || actor_id, 0)) stored,
  add column key_of_memory_and_agent bigint generated always as (
    hashtextextended(tenant_id || ' ' || organization_id || ' ' || action || ' ' || memory_id || ' ' || agent_id, 0)) stored;

create index access_entries_in_order on access_entries (key, at, seq);
create index access_entries_by_memory on access_entries (key_of_memory, at, seq);
create index access_entries_by_actor on access_entries (key_of_actor, at, seq);
create index access_entries_by_agent on access_entries (key_of_agent, at, seq) where agent_id is not null;
create index access_entries_by_memory_and_actor on access_entries (key_of_memory_and_actor, at, seq);
create index access_entries_by_memory_and_agent on access_entries (key_of_memory_and_agent, at, seq)
  where agent_id is not null;
