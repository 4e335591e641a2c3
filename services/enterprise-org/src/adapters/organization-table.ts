import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import { nameKey, rejectDuplicate } from '@strata/platform/database/unique-name';
import type { LockedThings, OrganizationDataStore } from '../organization-data/store.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

/** Selects the rows of one organization: `$1` is its tenant, `$2` its id. */
export const IN_ORGANIZATION = 'tenant_id = $1 and organization_id = $2';

/** Fields that an update leaves as they are. */
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

/** The select list of a whole row. */
export function selection<Row extends Thing, Computed extends keyof Row>({
  columns,
  computed,
}: OrganizationTable<Row, Computed>): string {
  const fields = Object.entries<string>({ organizationId: 'organization_id', ...columns, ...computed });
  return fields.map(([field, sql]) => `${sql} as "${field}"`).join(', ');
}

/** Stores one kind of thing in PostgreSQL. `lock` returns what the work of a change can do beyond `rows`. */
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
  const { name: tableName, columns, nameTaken } = table;
  const cellsOf = (row: Row, fixed: readonly string[] = []): (readonly [column: string, value: unknown])[] => [
    ...Object.entries<string>(columns)
      .filter(([field]) => !fixed.includes(field))
      .map(([field, column]) => [column, row[field as keyof Row]] as const),
    ...(nameTaken === undefined ? [] : [['name_key', nameKey(row.name)] as const]),
  ];
  const write = async (sql: string, values: readonly unknown[]): Promise<void> => {
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
    insert: (row) => {
      const cells = cellsOf(row);
      const names = cells.map(([column]) => column).join(', ');
      const values = cells.map(([, value]) => value);
      const placeholders = values.map((_, place) => `$${String(place + 3)}`).join(', ');
      return write(
        `insert into ${tableName} (tenant_id, organization_id, ${names}) values ($1, $2, ${placeholders})`,
        values,
      );
    },
    update: (row) => {
      const cells = cellsOf(row, FIXED);
      const changes = cells.map(([column], place) => `${column} = $${String(place + 4)}`).join(', ');
      const values = [row.id, ...cells.map(([, value]) => value)];
      return write(`update ${tableName} set ${changes} where ${IN_ORGANIZATION} and id = $3`, values);
    },
    remove: async (id) => {
      await tx.execute(`delete from ${tableName} where ${IN_ORGANIZATION} and id = $3`, [...organization, id]);
    },
  };
}
