import type { DatabaseSession } from '@strata/testkit/database-session';
import type { RecordedStatement } from '@strata/testkit/statement-recorder';
import type { Catalog, Table } from './catalog.ts';

export const TENANT = 'strata.tenant_id';
export const ENVIRONMENT = 'strata.environment';

/** Whose data is looked at: a tenant's, or one environment's of it. */
export interface Owner {
  readonly tenantId: string;
  readonly environment?: 'live' | 'test';
}

/** A tenant, and by what it is known. */
export interface KnownOwner extends Owner {
  readonly names: Names;
}

/** What the services look a tenant's rows up by, in lists that begin with the same kind of thing for every tenant. */
export type Names = readonly (readonly string[])[];

/** Settings that policies compare with a column: of whatever is looked for before its tenant is known. */
const COMPARED = /\((\w+) = (?:ANY \(string_to_array\()?current_setting\('([\w.]+)'/g;

/** Everything that may stand in a setting for a tenant: its id, and what look-ups compare with, as its rows have it. */
export async function namesOf(session: DatabaseSession, { tables, policies }: Catalog, side: Owner): Promise<Names> {
  const names: string[][] = [[side.tenantId]];
  for (const { table: name, using } of policies)
    for (const [, column = '', setting] of (using ?? '').matchAll(COMPARED)) {
      const table = tables.find((candidate) => candidate.name === name);
      if (table === undefined || setting === TENANT || setting === ENVIRONMENT) continue;
      const rows = await session.query<{ name: string }>(
        `select distinct ${column}::text as name from ${name} where ${column} is not null and ${ownedBy(side, table)}`,
      );
      names.push(rows.map((row) => row.name));
    }
  return names;
}

/** Whether a statement ran for the tenant: one of its settings names something of the tenant's. */
export const ranFor = ({ settings }: RecordedStatement, names: Names): boolean =>
  Object.values(settings).some((value) => names.flat().some((name) => value.includes(name)));

/** The settings with everything of one tenant's exchanged for the same of another's. */
export const exchanged = (
  settings: Readonly<Record<string, string>>,
  from: Names,
  to: Names,
): Record<string, string> => {
  const pairs = from.flatMap((list, kind) => {
    const others = to[kind] ?? [];
    return list.map((name, at) => [name, others[at % others.length] ?? ''] as const);
  });
  const exchange = (value: string): string =>
    pairs.reduce((text, [name, other]) => text.replaceAll(name, other), value);
  return Object.fromEntries(Object.entries(settings).map(([setting, value]) => [setting, exchange(value)]));
};

/** Tables whose rows belong to a tenant by another column than the tenant's id. */
const OWNERS: Readonly<Record<string, (side: Owner) => string>> = {
  'gateway.tenants': ({ tenantId }) => `id = '${tenantId}'`,
  'gateway.users': ({ tenantId }) => `id in (select user_id from gateway.memberships where tenant_id = '${tenantId}')`,
};

/** Tables whose policy leaves the environment out: a tenant's users see both. */
const OF_BOTH_ENVIRONMENTS = new Set(['gateway.api_keys']);

/**
 * A condition on a table for the rows that belong to a side.
 * @throws Error that says what to add for a table without a tenant.
 */
export function ownedBy(side: Owner, { name, columns }: Table): string {
  const owner = OWNERS[name];
  if (owner !== undefined) return owner(side);
  if (!columns.includes('tenant_id'))
    throw new Error(`${name} has no tenant_id: say in sides.ts whose its rows are, or list it in exceptions.ts`);
  const own = `tenant_id = '${side.tenantId}'`;
  return side.environment !== undefined && isPartitioned({ name, columns })
    ? `${own} and environment = '${side.environment}'`
    : own;
}

/** Whether a table's rows belong to one environment of a tenant. */
export const isPartitioned = ({ name, columns }: Pick<Table, 'name' | 'columns'>): boolean =>
  columns.includes('environment') && !OF_BOTH_ENVIRONMENTS.has(name);
