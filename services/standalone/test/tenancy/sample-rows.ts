import type { DatabaseSession } from '@strata/testkit/database-session';
import type { Table } from './catalog.ts';
import { conditionFor, type RowScope } from './row-scopes.ts';

/** A value for each column type, in SQL. */
const VALUES: Readonly<Record<string, string>> = {
  text: "'sample'",
  'text[]': "'{}'",
  boolean: 'false',
  smallint: '1',
  integer: '1',
  bigint: '1',
  real: '1',
  'double precision': '1',
  'timestamp with time zone': 'now()',
  date: 'current_date',
  json: "'{}'",
  jsonb: "'{}'",
  bytea: "'\\x00'",
  tsvector: "''",
  vector: "'[1]'",
};

/** Values for columns with a check constraint. */
const CHECKED_VALUES: Readonly<Record<string, string>> = {
  'synthesis.entries.kind': "'memory'",
  'ingest.erasures.subject_type': "'user'",
};

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Columns that are not null and have no default. */
const REQUIRED_COLUMNS = `
  select attname as name, format_type(atttypid, null) as type from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`;

/**
 * Inserts a row into each table that has no row of the scope. The transaction must be rolled back, and foreign keys
 * must be off.
 * @throws Error that says what to add, for a column of an unknown type.
 */
export async function fillEmptyTables(
  session: DatabaseSession,
  tables: readonly Table[],
  scope: RowScope,
): Promise<void> {
  for (const table of tables) {
    const rows = await session.query(`select 1 from ${table.name} where ${conditionFor(scope, table)} limit 1`);
    if (rows.length > 0) continue;
    const columns = await session.query<Column>(REQUIRED_COLUMNS, [table.name]);
    const values = columns.map((column) => valueOf(column, table, scope));
    const names = columns.map(({ name }) => `"${name}"`);
    await session.query(`insert into ${table.name} (${names.join(', ')}) values (${values.join(', ')})`);
  }
}

function valueOf({ name, type }: Column, table: Table, { tenantId, environment = 'live' }: RowScope): string {
  if (name === 'tenant_id') return `'${tenantId}'`;
  if (name === 'environment') return `'${environment}'`;
  const value = CHECKED_VALUES[`${table.name}.${name}`] ?? VALUES[type];
  if (value === undefined) throw new Error(`${table.name}.${name} is ${type}: add a value for it to sample-rows.ts`);
  return value;
}
