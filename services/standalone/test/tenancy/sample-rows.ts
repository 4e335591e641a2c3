import type { DatabaseSession } from '@strata/testkit/database-session';
import type { Table } from './catalog.ts';
import { ownedBy, type Owner } from './owners.ts';

/** A value of each type that a column may have. */
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

/** Columns that take no value of their type but some. */
const CHECKED: Readonly<Record<string, string>> = { 'synthesis.entries.kind': "'memory'" };

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Columns that must be given a value. */
const REQUIRED = `
  select attname as name, format_type(atttypid, null) as type from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`;

/**
 * Puts a row into every table in which a side has none: work in progress that is gone when it is done. Foreign keys
 * must be off.
 * @throws Error that says what to add for a column of which no value is known.
 */
export async function fillEmptyTables(session: DatabaseSession, tables: readonly Table[], side: Owner): Promise<void> {
  for (const table of tables) {
    const there = await session.query(`select 1 from ${table.name} where ${ownedBy(side, table)} limit 1`);
    if (there.length > 0) continue;
    const columns = await session.query<Column>(REQUIRED, [table.name]);
    const values = columns.map((column) => valueOf(column, table, side));
    const names = columns.map(({ name }) => `"${name}"`);
    await session.query(`insert into ${table.name} (${names.join(', ')}) values (${values.join(', ')})`);
  }
}

function valueOf({ name, type }: Column, table: Table, { tenantId, environment = 'live' }: Owner): string {
  if (name === 'tenant_id') return `'${tenantId}'`;
  if (name === 'environment') return `'${environment}'`;
  const value = CHECKED[`${table.name}.${name}`] ?? VALUES[type];
  if (value === undefined)
    throw new Error(`${table.name}.${name} is ${type}: say in sample-rows.ts what may stand there`);
  return value;
}
