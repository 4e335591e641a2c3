import type { DatabaseSession } from '@strata/testkit/database-session';
import type { RecordedStatement } from '@strata/testkit/statement-recorder';
import type { Catalog, Table } from './catalog.ts';
import { TABLES_WITHOUT_TENANTS } from './exceptions.ts';

export const TENANT = 'strata.tenant_id';
export const ENVIRONMENT = 'strata.environment';

/** A tenant, or one environment of a tenant: selects rows of a table. */
export interface RowScope {
  readonly tenantId: string;
  readonly environment?: 'live' | 'test';
}

/** A tenant with its identifiers. */
export interface IdentifiedTenant extends RowScope {
  readonly identifiers: Identifiers;
}

/** Values by which services look up rows of a tenant: one list per kind, with the kinds in the same order for every tenant. */
export type Identifiers = readonly (readonly string[])[];

/** A column that a row policy compares with a setting. */
const COMPARISON = /\((\w+) = (?:ANY \(string_to_array\()?current_setting\('([\w.]+)'/g;

/** Reads the identifiers of a tenant: its id, and the values in its rows that row policies compare with settings. */
export async function readIdentifiers(
  session: DatabaseSession,
  { tables, policies }: Catalog,
  tenant: RowScope,
): Promise<Identifiers> {
  const identifiers: string[][] = [[tenant.tenantId]];
  for (const { table: name, using } of policies)
    for (const [, column = '', setting] of (using ?? '').matchAll(COMPARISON)) {
      const table = tables.find((candidate) => candidate.name === name);
      if (table === undefined || setting === TENANT || setting === ENVIRONMENT) continue;
      const rows = await session.query<{ identifier: string }>(
        `select distinct ${column}::text as identifier from ${name}
         where ${column} is not null and ${conditionFor(tenant, table)}`,
      );
      identifiers.push(rows.map(({ identifier }) => identifier));
    }
  return identifiers;
}

/** Whether a statement ran for the tenant: one of its settings contains an identifier of the tenant. */
export const ranFor = ({ settings }: RecordedStatement, identifiers: Identifiers): boolean =>
  Object.values(settings).some((value) => identifiers.flat().some((identifier) => value.includes(identifier)));

/** The settings, with every identifier of one tenant replaced by an identifier of the same kind of another tenant. */
export const replaceIdentifiers = (
  settings: Readonly<Record<string, string>>,
  from: Identifiers,
  to: Identifiers,
): Record<string, string> => {
  const replacements = from.flatMap((list, kind) => {
    const others = to[kind] ?? [];
    return list.map((identifier, i) => [identifier, others[i % others.length] ?? ''] as const);
  });
  const replace = (value: string): string =>
    replacements.reduce((text, [identifier, other]) => text.replaceAll(identifier, other), value);
  return Object.fromEntries(Object.entries(settings).map(([setting, value]) => [setting, replace(value)]));
};

/** SQL conditions for tables of tenants without a column `tenant_id`. */
const CONDITIONS: Readonly<Record<string, (scope: RowScope) => string>> = {
  'gateway.tenants': ({ tenantId }) => `id = '${tenantId}'`,
  'gateway.users': ({ tenantId }) => `id in (select user_id from gateway.memberships where tenant_id = '${tenantId}')`,
};

/** Tables whose row policy allows both environments of the tenant. */
const SHARED_BY_ENVIRONMENTS = new Set(['gateway.api_keys']);

/**
 * The SQL condition for the rows of a scope.
 * @throws Error that says what to add, for a table without a tenant.
 */
export function conditionFor(scope: RowScope, { name, columns }: Table): string {
  const condition = CONDITIONS[name];
  if (condition !== undefined) return condition(scope);
  if (name in TABLES_WITHOUT_TENANTS) return 'false';
  if (!columns.includes('tenant_id'))
    throw new Error(
      `${name} has no tenant_id: add a condition for its rows to row-scopes.ts, or list it in exceptions.ts`,
    );
  const inTenant = `tenant_id = '${scope.tenantId}'`;
  return scope.environment !== undefined && hasEnvironments({ name, columns })
    ? `${inTenant} and environment = '${scope.environment}'`
    : inTenant;
}

/** Whether each row of a table belongs to one environment of a tenant. */
export const hasEnvironments = ({ name, columns }: Pick<Table, 'name' | 'columns'>): boolean =>
  columns.includes('environment') && !SHARED_BY_ENVIRONMENTS.has(name);
