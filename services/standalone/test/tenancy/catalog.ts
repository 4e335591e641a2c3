import type { DatabaseSession } from '@strata/testkit/database-session';

const OWN_SCHEMAS = `
  select oid from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`;

/** A table of a service, as `schema.table`. */
export interface Table {
  readonly name: string;
  readonly kind: string;
  /** Whether row-level security is enabled, and whether the owner of the table is subject to it too. */
  readonly enabled: boolean;
  readonly forced: boolean;
  /** Whether it holds a part of the rows of another table. */
  readonly isPartition: boolean;
  /** Without those that are generated from others. */
  readonly columns: readonly string[];
}

/** A row-level security policy. `roles` is `{public}` if it applies to all roles. */
export interface RowPolicy {
  readonly table: string;
  readonly name: string;
  readonly permissive: string;
  readonly roles: readonly string[];
  readonly command: string;
  readonly using: string | null;
  readonly check: string | null;
}

/** A role with a privilege in a schema of a service, except the owner of the database. */
export interface Role {
  readonly name: string;
  /** Forbidden attributes of the role, such as BYPASSRLS. */
  readonly attributes: readonly string[];
  /** The objects that it owns, and the schemas in which it can create objects. */
  readonly objects: readonly string[];
}

/** The privileges of a role on a table: columns by command, all columns as `*`. */
export interface Grant {
  readonly role: string;
  readonly table: string;
  readonly columns: Readonly<Record<'select' | 'insert' | 'update', string>>;
  readonly deletes: boolean;
}

export interface Catalog {
  readonly tables: readonly Table[];
  readonly policies: readonly RowPolicy[];
  readonly roles: readonly Role[];
  readonly grants: readonly Grant[];
  /** The privileges of PUBLIC, as `privilege on object`. */
  readonly publicPrivileges: readonly string[];
  /** Functions that run with their owner's privileges. */
  readonly definerFunctions: readonly {
    readonly name: string;
    readonly owner: string;
    readonly searchPath: string | null;
  }[];
  /** The settings that row policies and functions read. */
  readonly settings: readonly string[];
}

const TABLES = `
  select c.relnamespace::regnamespace || '.' || c.relname as name, c.relkind as kind, c.relrowsecurity as enabled,
         c.relforcerowsecurity as forced, c.relispartition as "isPartition",
         array(select attname::text from pg_attribute
               where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
               order by attnum) as columns
  from pg_class c where c.relnamespace in (${OWN_SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`;

const POLICIES = `
  select schemaname || '.' || tablename as table, policyname as name, permissive, roles::text[], cmd as command,
         qual as using, with_check as check
  from pg_policies order by 1, 2`;

/** Every role in a grant or a row policy of the services' schemas. */
const GRANTEES = `
  select distinct grantee from (
    select (aclexplode(relacl)).grantee from pg_class where relnamespace in (${OWN_SCHEMAS})
    union all select (aclexplode(attacl)).grantee from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace in (${OWN_SCHEMAS}))
    union all select (aclexplode(nspacl)).grantee from pg_namespace where oid in (${OWN_SCHEMAS})
    union all select (aclexplode(proacl)).grantee from pg_proc where pronamespace in (${OWN_SCHEMAS})
    union all select unnest(polroles) from pg_policy
    union all select proowner from pg_proc where pronamespace in (${OWN_SCHEMAS})
  ) named where grantee <> 0 and grantee <> current_user::regrole`;

const ROLES = `
  select r.rolname as name,
         array_remove(array[
           case when r.rolsuper then 'superuser' end, case when r.rolbypassrls then 'bypassrls' end,
           case when r.rolcreaterole then 'createrole' end, case when r.rolcreatedb then 'createdb' end,
           case when r.rolreplication then 'replication' end, case when r.rolcanlogin then 'login' end,
           case when exists (select from pg_auth_members where member = r.oid) then 'member of another' end], null) as attributes,
         array(
           select 'table ' || oid::regclass from pg_class where relowner = r.oid
           union all select 'function ' || oid::regprocedure from pg_proc where proowner = r.oid
           union all select 'schema ' || nspname from pg_namespace
             where nspowner = r.oid or nspname !~ '^pg_' and has_schema_privilege(r.oid, oid, 'create')
           union all select 'database' where has_database_privilege(r.oid, current_database(), 'create')
           order by 1) as objects
  from pg_roles r where r.oid in (${GRANTEES}) order by 1`;

const GRANTS = `
  select role.rolname as role, c.relnamespace::regnamespace || '.' || c.relname as table,
         has_table_privilege(role.oid, c.oid, 'delete') or has_table_privilege(role.oid, c.oid, 'truncate') as deletes,
         (select json_object_agg(command, case
            when has_table_privilege(role.oid, c.oid, command) then '*'
            else array_to_string(array(
              select attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
                and has_column_privilege(role.oid, c.oid, attnum, command) order by attnum), ', ') end)
          from unnest(array['select', 'insert', 'update']) as command) as columns
  from pg_class c cross join pg_roles role
  where c.relnamespace in (${OWN_SCHEMAS}) and c.relkind in ('r', 'p', 'v', 'm', 'f') and role.oid in (${GRANTEES})
  order by 2, 1`;

const PUBLIC = `
  select privilege_type || ' on ' || name as privilege from (
    select relname::text as name, (aclexplode(relacl)).* from pg_class where relnamespace in (${OWN_SCHEMAS})
    union all select nspname, (aclexplode(nspacl)).* from pg_namespace where oid in (${OWN_SCHEMAS})
    union all select proname, (aclexplode(coalesce(proacl, acldefault('f', proowner)))).* from pg_proc
      where pronamespace in (${OWN_SCHEMAS})
  ) granted where grantee = 0 order by 1`;

const DEFINERS = `
  select oid::regprocedure::text as name, proowner::regrole::text as owner,
         (select substring(setting from 'search_path=(.*)') from unnest(proconfig) as setting
          where setting like 'search_path=%') as "searchPath"
  from pg_proc where prosecdef and pronamespace in (${OWN_SCHEMAS}) order by 1`;

const SETTINGS = `
  select distinct found[1] as name from (
    select coalesce(qual, '') || ' ' || coalesce(with_check, '') as text from pg_policies
    union all select prosrc from pg_proc where pronamespace in (${OWN_SCHEMAS})
  ) sources, regexp_matches(text, 'current_setting\\(''([^'']+)''', 'g') as found order by 1`;

/** Reads tables, row policies, roles and grants: together they decide which role can access which rows. */
export async function readCatalog(session: DatabaseSession): Promise<Catalog> {
  const settings = await session.query<{ name: string }>(SETTINGS);
  const publicPrivileges = await session.query<{ privilege: string }>(PUBLIC);
  const grants = await session.query<Grant>(GRANTS);
  return {
    tables: await session.query<Table>(TABLES),
    policies: await session.query<RowPolicy>(POLICIES),
    roles: await session.query<Role>(ROLES),
    grants: grants.filter(({ columns, deletes }) => deletes || Object.values(columns).some((names) => names !== '')),
    publicPrivileges: publicPrivileges.map(({ privilege }) => privilege),
    definerFunctions: await session.query(DEFINERS),
    settings: settings.map(({ name }) => name),
  };
}
