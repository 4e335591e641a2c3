import { expect, test } from '@jest/globals';
import type { Grant, Table } from './catalog.ts';
import { SHARED_TABLES } from './exceptions.ts';
import type { Recording } from './recording.ts';
import { conditionFor, ENVIRONMENT, hasEnvironments, ranFor, TENANT, type RowScope } from './row-scopes.ts';
import { fillEmptyTables } from './sample-rows.ts';
import { WIDE_ROW_POLICIES } from './wide-row-policies.ts';

/** The SQLSTATE of a missing privilege, and of a row that a row policy rejects. */
const INSUFFICIENT_PRIVILEGE = '42501';
const withWidePolicy = (commands: readonly string[]): Set<string> =>
  new Set(
    WIDE_ROW_POLICIES.filter(({ condition, command }) => condition === 'true' && commands.includes(command)).map(
      ({ role, table }) => `${role} ${table}`,
    ),
  );
const READS_ALL_ROWS = withWidePolicy(['ALL', 'SELECT']);
const INSERTS_ANY_ROW = withWidePolicy(['INSERT']);

/** A role's access to a table, with settings from one of the stranger's statements. */
interface Access {
  readonly grant: Grant;
  readonly table: Table;
  readonly settings: Readonly<Record<string, string>>;
  /** The tenant scope of the settings. */
  readonly ownScope: RowScope;
}

/** Row-level security alone isolates tenants: it limits statements without any condition to the rows of one tenant scope. */
export function rowRules(recording: () => Recording): void {
  const limitedGrants = (): [Grant, Table][] =>
    recording().catalog.grants.flatMap((grant): [Grant, Table][] => {
      const table = recording().catalog.tables.find(({ name }) => name === grant.table);
      const isUnlimited = grant.table in SHARED_TABLES || READS_ALL_ROWS.has(`${grant.role} ${grant.table}`);
      return table === undefined || isUnlimited ? [] : [[grant, table]];
    });

  const settingsByRole = new Map<string, Record<string, string>[]>();
  /** The different settings with which a role ran statements for the stranger only. */
  const settingsOf = (role: string): Record<string, string>[] => {
    const { statements, owner, stranger } = recording();
    const known = settingsByRole.get(role);
    if (known !== undefined) return known;
    const ofStranger = statements.filter(
      (statement) =>
        statement.role === role && ranFor(statement, stranger.identifiers) && !ranFor(statement, owner.identifiers),
    );
    const found = [...new Set(ofStranger.map(({ settings }) => JSON.stringify(settings)))].map(
      (settings) => JSON.parse(settings) as Record<string, string>,
    );
    settingsByRole.set(role, found);
    return found;
  };

  /** Runs `check` while every table has rows of both tenants. */
  const withRows = (check: () => Promise<void>): Promise<void> => {
    const { session, catalog, owner, stranger } = recording();
    return session.rolledBack(async () => {
      // Without foreign keys, which would reject or delete rows too.
      await session.query('set local session_replication_role = replica');
      const tables = catalog.tables.filter(({ name }) => limitedGrants().some(([, table]) => table.name === name));
      for (const tenant of [owner, stranger])
        for (const environment of ['live', 'test'] as const)
          await fillEmptyTables(session, tables, { ...tenant, environment });
      await check();
    });
  };

  /** Runs `check` for every grant, with all settings that its role had for the stranger. */
  const forEachAccess = (check: (access: Access) => Promise<void>): Promise<void> =>
    withRows(async () => {
      const { stranger } = recording();
      for (const [grant, table] of limitedGrants())
        for (const settings of settingsOf(grant.role)) {
          const environment = (settings[ENVIRONMENT] ?? 'live') as 'live' | 'test';
          await check({ grant, table, settings, ownScope: { ...stranger, environment } });
        }
    });

  const count = async (table: Table, condition: string): Promise<number> => {
    const [row] = await recording().session.query<{ count: number }>(
      `select count(*)::int as count from ${table.name} where ${condition}`,
    );
    return row?.count ?? 0;
  };

  test('every role has run statements for a single tenant', () => {
    const roles = new Set(limitedGrants().map(([{ role }]) => role));
    expect([...roles].filter((role) => settingsOf(role).length === 0)).toEqual([]);
  });

  test('a select without a condition returns exactly the rows of its tenant scope', async () => {
    const failures: unknown[] = [];
    await forEachAccess(async ({ grant, table, settings, ownScope }) => {
      if (grant.columns.select === '') return;
      const { session } = recording();
      const columns = grant.columns.select === '*' ? 't.*' : grant.columns.select;
      const sql = `select md5(row(${columns})::text) from ${table.name} t`;
      const { rows, error } = await session.attempt({ sql, settings: { ...settings, role: grant.role } });
      const ownRows = await session.query<{ md5: string }>(`${sql} where ${conditionFor(ownScope, table)}`);
      const ownHashes = new Set(ownRows.map(({ md5 }) => md5));
      const foreign = rows.filter(([hash]) => !ownHashes.has(String(hash)));
      // Without a tenant in its settings a statement looks up single rows.
      const isComplete = settings[TENANT] === undefined || (rows.length === ownRows.length && ownRows.length > 0);
      if (error !== undefined || foreign.length > 0 || !isComplete)
        failures.push([grant.role, table.name, settings, error, foreign.length, rows.length, ownRows.length]);
    });
    expect(failures).toEqual([]);
  });

  test('an update without a condition changes exactly the rows of its tenant scope', async () => {
    const failures: unknown[] = [];
    await forEachAccess(async ({ grant, table, settings, ownScope }) => {
      const column = columnToUpdate(grant, table);
      const update = await recording().session.attempt({
        sql: `update ${table.name} set "${column}" = "${column}"`,
        settings: { ...settings, role: grant.role },
      });
      const ownRows = await count(table, conditionFor(ownScope, table));
      const isLimited = settings[TENANT] === undefined ? update.count <= ownRows : update.count === ownRows;
      const isCorrect =
        grant.columns.update === '' ? update.error === INSUFFICIENT_PRIVILEGE : update.error === undefined && isLimited;
      if (!isCorrect) failures.push([grant.role, table.name, settings, update, ownRows]);
    });
    expect(failures).toEqual([]);
  });

  test('a delete without a condition deletes no row of another tenant scope', async () => {
    const failures: unknown[] = [];
    await forEachAccess(async ({ grant, table, settings, ownScope }) => {
      const foreign = `not (${conditionFor(ownScope, table)})`;
      const before = await count(table, foreign);
      let after = before;
      const deletion = await recording().session.attempt({
        sql: `delete from ${table.name}`,
        settings: { ...settings, role: grant.role },
        then: async () => {
          after = await count(table, foreign);
        },
      });
      const isCorrect = grant.deletes
        ? deletion.error === undefined && deletion.count > 0
        : deletion.error === INSUFFICIENT_PRIVILEGE;
      if (!isCorrect || before === 0 || after !== before)
        failures.push([grant.role, table.name, settings, deletion, before, after]);
    });
    expect(failures).toEqual([]);
  });

  test('a row can be neither inserted into another tenant scope nor moved to one', async () => {
    const failures: unknown[] = [];
    await forEachAccess(async ({ grant, table, settings }) => {
      const { session, owner } = recording();
      const [foreign] = await session.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table.name} t where ${conditionFor(owner, table)} limit 1`,
      );
      const columns = table.columns.map((column) => `"${column}"`).join(', ');
      const insert = await session.attempt({
        sql: `insert into ${table.name} (${columns}) overriding system value
              select ${columns} from jsonb_populate_record(null::${table.name}, $1)`,
        values: [JSON.stringify(foreign?.row)],
        settings: { ...settings, role: grant.role },
      });
      const mayInsert = INSERTS_ANY_ROW.has(`${grant.role} ${table.name}`);
      if (foreign === undefined || (insert.error !== INSUFFICIENT_PRIVILEGE && !mayInsert))
        failures.push(['insert', grant.role, table.name, insert]);
      const assignments = [
        ...(table.columns.includes('tenant_id') ? [`tenant_id = '${owner.tenantId}'`] : []),
        ...(hasEnvironments(table) ? [`environment = case environment when 'live' then 'test' else 'live' end`] : []),
      ];
      for (const assignment of assignments) {
        const update = await session.attempt({
          sql: `update ${table.name} set ${assignment}`,
          settings: { ...settings, role: grant.role },
        });
        if (update.error !== INSUFFICIENT_PRIVILEGE && update.count > 0)
          failures.push([assignment, grant.role, table.name, update]);
      }
    });
    expect(failures).toEqual([]);
  });

  test.each<[string, (names: readonly string[]) => Record<string, string>]>([
    ['no settings', () => ({})],
    ['empty settings', (names) => Object.fromEntries(names.map((name) => [name, '']))],
    ['patterns as settings', (names) => Object.fromEntries(names.map((name) => [name, '%']))],
  ])('a role with %s reads no row', async (_title, settingsFor) => {
    const { session, catalog } = recording();
    const failures: unknown[] = [];
    await withRows(async () => {
      for (const [{ role, columns }, table] of limitedGrants()) {
        if (columns.select === '') continue;
        const settings = { ...settingsFor(catalog.settings), role };
        const outcome = await session.attempt({ sql: `select count(*)::int from ${table.name}`, settings });
        if (outcome.error !== undefined || outcome.rows[0]?.[0] !== 0) failures.push([role, table.name, outcome]);
      }
    });
    expect(failures).toEqual([]);
  });
}

/** A column that the role may update. If there is none, any column. */
const columnToUpdate = ({ columns: { update } }: Grant, { columns }: Table): string =>
  update === '' || update === '*'
    ? (columns.find((name) => name === 'tenant_id' || name === 'id') ?? '')
    : (update.split(', ')[0] ?? '');
