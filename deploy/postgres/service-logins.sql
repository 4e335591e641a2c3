-- One login per service, with the rights to its own schemas only. PostgreSQL's image runs this file when it creates the
-- database; running it again as a superuser changes the passwords to those of the environment, and hands over what
-- another user had created:
--   docker compose exec postgres psql -U postgres -d strata -f /docker-entrypoint-initdb.d/service-logins.sql
\set ON_ERROR_STOP on
\getenv gateway GATEWAY_DATABASE_PASSWORD
\getenv ingest INGEST_DATABASE_PASSWORD
\getenv learn LEARN_DATABASE_PASSWORD
\getenv synthesis SYNTHESIS_DATABASE_PASSWORD
\getenv enterprise_org ENTERPRISE_ORG_DATABASE_PASSWORD
\getenv vault VAULT_DATABASE_PASSWORD

set client_min_messages = warning;
begin;
create temporary table service_logins (login name, password text, schemas name[], roles name[]) on commit drop;
insert into service_logins values
  ('strata_gateway_login', :'gateway', '{gateway}',
   '{strata_gateway,strata_gateway_auth,strata_gateway_relay,strata_gateway_auditor}'),
  ('strata_ingest_login', :'ingest', '{ingest}', '{strata_ingest,strata_ingest_relay,strata_ingest_scheduler,strata_ingest_reconciler}'),
  ('strata_learn_login', :'learn', '{learn}', '{strata_learn,strata_learn_scheduler,strata_learn_relay,strata_learn_reconciler}'),
  ('strata_synthesis_login', :'synthesis', '{synthesis,synthesis_vectors}',
   '{strata_synthesis,strata_synthesis_search,strata_synthesis_relay,strata_synthesis_worker,
     strata_synthesis_reconciler}'),
  ('strata_enterprise_org_login', :'enterprise_org', '{enterprise_org}',
   '{strata_enterprise_org,strata_enterprise_org_lookup,strata_enterprise_org_sweeper,strata_enterprise_org_auditor,
     strata_enterprise_org_relay}'),
  ('strata_vault_login', :'vault', '{vault}', '{strata_vault,strata_vault_auditor,strata_vault_rotator}');

do $$
declare
  service record;
  role_name name;
  schema_name name;
  owned record;
  -- Since PostgreSQL 16 a membership says by itself whether it is inherited.
  how constant text := case when current_setting('server_version_num')::int >= 160000 then ' with inherit false, set true' else '' end;
begin
  for service in select * from service_logins loop
    if not exists (select from pg_roles where rolname = service.login) then
      execute format('create role %I', service.login);
    end if;
    -- NOINHERIT: a statement has the rights of a role only in a transaction that has taken that role.
    execute format('alter role %I login noinherit nosuperuser nocreatedb nocreaterole nobypassrls password %L', service.login, service.password);
    foreach role_name in array service.roles loop
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin noinherit', role_name);
      end if;
      execute format('grant %I to %I%s', role_name, service.login, how);
    end loop;
    foreach schema_name in array service.schemas loop
      execute format('create schema if not exists %I', schema_name);
      execute format('alter schema %I owner to %I', schema_name, service.login);
      for owned in
        select format('table %s', oid::regclass) as object
        from pg_class where relnamespace = schema_name::regnamespace and relkind in ('r', 'p', 'v', 'm')
          and relowner <> service.login::regrole
        union all
        -- A sequence of a column changes hands with its table.
        select format('sequence %s', oid::regclass)
        from pg_class where relnamespace = schema_name::regnamespace and relkind = 'S' and relowner <> service.login::regrole
          and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and refclassid = 'pg_class'::regclass)
        union all
        select format('function %s', oid::regprocedure)
        from pg_proc where pronamespace = schema_name::regnamespace and proowner <> service.login::regrole
          and proowner::regrole::name <> all (service.roles)
      loop
        execute format('alter %s owner to %I', owned.object, service.login);
      end loop;
    end loop;
    execute format('grant connect on database %I to %I', current_database(), service.login);
  end loop;
  execute format('revoke all on database %I from public', current_database());
end
$$;
commit;

-- Only a superuser may create it, and synthesis works without.
select 'create extension if not exists vector schema public' from pg_available_extensions where name = 'vector' \gexec
