import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import { nameKey, rejectDuplicate } from '@strata/platform/database/unique-name';
import type { LockedThings, OrganizationDataStore } from '../organization-data/store.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

/** The rows of one organization: its tenant is `$1`, its id is `$2`. */
export const IN_ORGANIZATION = 'tenant_id = $1 and organization_id = $2';

/** Fields that never change, beside those of every row. */
const FIXED = ['id', 'createdBy', 'createdAt'];

interface Thing {
  readonly id: string;
  readonly name: string;
}

/** A table of things that belong to organizations. */
export interface OrganizationTable<Row extends Thing, Computed extends keyof Row = never> {
  readonly name: string;
  /** The column of each stored field. A field without a column does not type-check. */
  readonly columns: Readonly<Record<Exclude<keyof Row & string, Computed | 'organizationId'>, string>>;
  /** The SQL of each field that is computed when it is read. */
  readonly computed?: Readonly<Record<Computed, string>>;
  /** The message of the `conflict` when a name is taken, in tables with a `name_key`. */
  readonly nameTaken?: string;
}

/** What is selected to read a whole row. */
export function selection<Row extends Thing, Computed extends keyof Row>({
  columns,
  computed,
}: OrganizationTable<Row, Computed>): string {
  const fields = Object.entries<string>({ organizationId: 'organization_id', ...columns, ...computed });
  return fields.map(([field, sql]) => `${sql} as "${field}"`).join(', ');
}

/** The store of such a table in PostgreSQL. `lock` makes what a change works with. */
export const createTableStore = <Row extends Thing, Locked, Computed extends keyof Row = never>(
  { database, change }: { readonly database: Database; readonly change: ChangeOrganization },
  table: OrganizationTable<Row, Computed>,
  lock: (rows: LockedThings<Row>, tx: Transaction, scope: TenantScope, organizationId: string) => Locked,
): OrganizationDataStore<Row, Locked> => ({
  list: (scope, organizationId, page) =>
    database.inTenant(scope, (tx) => {
      const from = `from ${table.name} where ${IN_ORGANIZATION}`;
      const values = [scope.tenantId, organizationId];
      return readPage<Row>(tx, { columns: selection(table), from, values, seq: 'seq' }, page);
    }),

  change: (context, organizationId, work) =>
    change(context, organizationId, (tx, record) => {
      const rows = rowsIn(tx, table, [context.scope.tenantId, organizationId]);
      return work(lock(rows, tx, context.scope, organizationId), record);
    }),
});

function rowsIn<Row extends Thing, Computed extends keyof Row>(
  tx: Transaction,
  table: OrganizationTable<Row, Computed>,
  organization: readonly string[],
): LockedThings<Row> {
  const { name: tableName, nameTaken } = table;
  const stored = (row: Row): [field: string, column: string, value: unknown][] => [
    ...Object.entries<string>(table.columns).map(([field, column]): [string, string, unknown] => [
      field,
      column,
      row[field as keyof Row],
    ]),
    ...(nameTaken === undefined ? [] : [['name', 'name_key', nameKey(row.name)] satisfies [string, string, unknown]]),
  ];
  const write = async (sql: string, values: unknown[]): Promise<void> => {
    const statement = tx.execute(sql, [...organization, ...values]);
    await (nameTaken === undefined ? statement : rejectDuplicate(nameTaken, statement));
  };
  return {
    count: async () => {
      const sql = `select count(*)::integer as total from ${tableName} where ${IN_ORGANIZATION}`;
      const [counted] = await tx.query<{ total: number }>(sql, organization);
      return counted?.total ?? 0;
    },
    get: async (id) => {
      const sql = `select ${selection(table)} from ${tableName} where ${IN_ORGANIZATION} and id = $3`;
      const [row] = await tx.query<Row>(sql, [...organization, id]);
      return row;
    },
    insert: async (row) => {
      const fields = stored(row);
      const columns = fields.map(([, column]) => column).join(', ');
      const placeholders = fields.map((_, place) => `$${String(place + 3)}`).join(', ');
      const sql = `insert into ${tableName} (tenant_id, organization_id, ${columns}) values ($1, $2, ${placeholders})`;
      await write(
        sql,
        fields.map(([, , value]) => value),
      );
    },
    update: async (row) => {
      const fields = stored(row).filter(([field]) => !FIXED.includes(field));
      const changes = fields.map(([, column], place) => `${column} = $${String(place + 4)}`).join(', ');
      await write(`update ${tableName} set ${changes} where ${IN_ORGANIZATION} and id = $3`, [
        row.id,
        ...fields.map(([, , value]) => value),
      ]);
    },
    remove: async (id) => {
      await tx.execute(`delete from ${tableName} where ${IN_ORGANIZATION} and id = $3`, [...organization, id]);
    },
  };
}
