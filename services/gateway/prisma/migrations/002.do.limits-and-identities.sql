-- What a plan lets through. Deployment-wide data: no tenant, and nobody but the operator changes it. Null: unlimited.
-- `is_custom`: rates are set for a tenant or a key, else by the deployment's default.
create table plans (
  id text primary key,
  is_custom boolean not null default false,
  requests_per_minute_per_key integer check (requests_per_minute_per_key > 0),
  requests_per_minute_per_tenant integer check (requests_per_minute_per_tenant > 0),
  burst integer check (burst >= 0),
  monthly_events bigint check (monthly_events >= 0)
);
insert into plans (id, is_custom, requests_per_minute_per_key, requests_per_minute_per_tenant, burst, monthly_events)
values
  ('free', false, 60, 60, 10, 5000),
  ('developer', false, 300, 300, 50, 10000),
  ('pro', false, 1000, 600, 100, 25000),
  ('unlimited', false, 3000, 3000, 500, null),
  ('team', true, null, null, null, null),
  ('enterprise', true, null, null, null, null),
  ('custom', true, null, null, null, null);
grant select on plans to strata_gateway;
revoke insert, update, delete on plans from strata_gateway;

-- Of a custom plan; null: the deployment's default.
alter table tenants add column requests_per_minute integer check (requests_per_minute > 0);
alter table tenants add column burst integer check (burst >= 0);
alter table api_keys add column requests_per_minute integer check (requests_per_minute > 0);
alter table tenants add constraint tenants_plan_fkey foreign key (plan) references plans (id) on update cascade;

-- A user of an external issuer has no password here, and is known by issuer and subject alone: an e-mail address that
-- somebody else vouches for must not open an account of ours.
alter table users alter column email drop not null;
alter table users add column issuer text;
alter table users add column subject text;
create unique index users_identity_key on users (issuer, subject);
alter table users add constraint users_known check ((issuer is null) = (subject is null) and (email is not null or issuer is not null));

-- Whoever registered a tenant owns it, whatever role an organization gives them.
alter table memberships add column is_owner boolean not null default true;
alter table memberships alter column is_owner drop default;
