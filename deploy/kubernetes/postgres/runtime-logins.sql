-- A second login per service, for its pods: takes the roles of its service and owns nothing. The login of service-logins.sql,
-- which must run before, owns the schemas and is only for migrations. Run both as a superuser, again to change a password;
-- the next migration lets a new login read which migrations are applied.
\set ON_ERROR_STOP on
\getenv gateway GATEWAY_RUNTIME_PASSWORD
\getenv ingest INGEST_RUNTIME_PASSWORD
\getenv learn LEARN_RUNTIME_PASSWORD
\getenv synthesis SYNTHESIS_RUNTIME_PASSWORD
\getenv enterprise_org ENTERPRISE_ORG_RUNTIME_PASSWORD
\getenv vault VAULT_RUNTIME_PASSWORD

set client_min_messages = warning;
begin;
create temporary table runtime_logins (login name, owner name, password text) on commit drop;
insert into runtime_logins values
  ('strata_gateway_runtime', 'strata_gateway_login', :'gateway'),
  ('strata_ingest_runtime', 'strata_ingest_login', :'ingest'),
  ('strata_learn_runtime', 'strata_learn_login', :'learn'),
  ('strata_synthesis_runtime', 'strata_synthesis_login', :'synthesis'),
  ('strata_enterprise_org_runtime', 'strata_enterprise_org_login', :'enterprise_org'),
  ('strata_vault_runtime', 'strata_vault_login', :'vault');

do $$
declare
  service record;
  role_name name;
  -- Since PostgreSQL 16 a membership says by itself whether it is inherited.
  how constant text := case when current_setting('server_version_num')::int >= 160000 then ' with inherit false, set true' else '' end;
begin
  for service in select * from runtime_logins loop
    if not exists (select from pg_roles where rolname = service.login) then
      execute format('create role %I', service.login);
    end if;
    execute format('alter role %I login noinherit nosuperuser nocreatedb nocreaterole nobypassrls password %L', service.login, service.password);
    for role_name in select distinct roleid::regrole::name from pg_auth_members where member = service.owner::regrole loop
      execute format('grant %I to %I%s', role_name, service.login, how);
    end loop;
    -- By name: a migration gives its rights to those logins that were let into this database.
    execute format('grant connect on database %I to %I', current_database(), service.login);
  end loop;
end
$$;
commit;
