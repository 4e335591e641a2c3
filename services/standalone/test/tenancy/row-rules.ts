import { expect, test } from '@jest/globals';
import type { DatabaseSession } from '@strata/testkit/database-session';
import type { RecordedStatement } from '@strata/testkit/statement-recorder';
import type { Catalog, Grant, Table } from './catalog.ts';
import { OPEN_TABLES, WIDER_POLICIES } from './exceptions.ts';
import { fillEmptyTables } from './sample-rows.ts';
import { ENVIRONMENT, isPartitioned, ownedBy, ranFor, TENANT, type KnownOwner, type Owner } from './owners.ts';

/** What the rows are looked at with. */
export interface Rows {
  readonly session: DatabaseSession;
  readonly catalog: Catalog;
  readonly recorded: readonly RecordedStatement[];
  readonly ours: KnownOwner;
  readonly theirs: KnownOwner;
}

const REFUSED = '42501';
const listed = (commands: readonly string[]): Set<string> =>
  new Set(
    WIDER_POLICIES.filter(({ rows, command }) => rows === 'true' && commands.includes(command)).map(
      ({ role, table }) => `${role} ${table}`,
    ),
  );
const SEES_ALL = listed(['ALL', 'SELECT']);
const MAKES_ANY = listed(['INSERT']);

/** The filter taken out: statements that name no tenant at all, for every role and every table that it reaches. */
export function rowRules(rows: () => Rows): void {
  const walled = (): [Grant, Table][] =>
    rows().catalog.grants.flatMap((grant): [Grant, Table][] => {
      const table = rows().catalog.tables.find(({ name }) => name === grant.table);
      const isOpen = grant.table in OPEN_TABLES || SEES_ALL.has(`${grant.role} ${grant.table}`);
      return table === undefined || isOpen ? [] : [[grant, table]];
    });

  const settingsByRole = new Map<string, Record<string, string>[]>();
  /** Settings under which a role was seen to work for them and not for us, each once. */
  const settingsOf = (role: string): Record<string, string>[] => {
    const { recorded, ours, theirs } = rows();
    const known = settingsByRole.get(role);
    if (known !== undefined) return known;
    const seen = recorded.filter(
      (statement) => statement.role === role && ranFor(statement, theirs.names) && !ranFor(statement, ours.names),
    );
    const found = [...new Set(seen.map(({ settings }) => JSON.stringify(settings)))].map(
      (settings) => JSON.parse(settings) as Record<string, string>,
    );
    settingsByRole.set(role, found);
    return found;
  };

  /** Does the work with a row of both tenants in every table. */
  const withRows = (work: () => Promise<void>): Promise<void> => {
    const { session, catalog, ours, theirs } = rows();
    return session.rolledBack(async () => {
      // Row-level security alone is looked at: what foreign keys refuse or take along with them is another matter.
      await session.query('set local session_replication_role = replica');
      const tables = catalog.tables.filter(({ name }) => walled().some(([, table]) => table.name === name));
      for (const side of [ours, theirs])
        for (const environment of ['live', 'test'] as const)
          await fillEmptyTables(session, tables, { ...side, environment });
      await work();
    });
  };

  /** Does the work for each role and table that it reaches, under everything that the role was given for them. */
  const eachWay = (work: (way: Way) => Promise<void>): Promise<void> =>
    withRows(async () => {
      const { ours, theirs } = rows();
      for (const [grant, table] of walled())
        for (const settings of settingsOf(grant.role)) {
          const environment = (settings[ENVIRONMENT] ?? 'live') as 'live' | 'test';
          await work({ grant, table, settings, own: { ...theirs, environment }, other: ours });
        }
    });

  const count = async (table: Table, condition: string): Promise<number> => {
    const [row] = await rows().session.query<{ count: number }>(
      `select count(*)::int as count from ${table.name} where ${condition}`,
    );
    return row?.count ?? 0;
  };

  test('every role works for a tenant here, so that each is looked at', () => {
    const roles = new Set(walled().map(([{ role }]) => role));
    expect([...roles].filter((role) => settingsOf(role).length === 0)).toEqual([]);
  });

  test('a reading without a filter returns the rows of its own partition and no other', async () => {
    const wrong: unknown[] = [];
    await eachWay(async ({ grant, table, settings, own }) => {
      if (grant.columns.select === '') return;
      const { session } = rows();
      const columns = grant.columns.select === '*' ? 't.*' : grant.columns.select;
      const sql = `select md5(row(${columns})::text) from ${table.name} t`;
      const seen = await session.attempt({ sql, settings: { ...settings, role: grant.role } });
      const mine = await session.query<{ md5: string }>(`${sql} where ${ownedBy(own, table)}`);
      const there = new Set(mine.map(({ md5 }) => md5));
      const foreign = seen.rows.filter(([row]) => !there.has(String(row)));
      // A look-up sees what it names; work for a tenant sees all that is the tenant's.
      const isWhole = settings[TENANT] === undefined || (seen.rows.length === mine.length && mine.length > 0);
      if (seen.error !== undefined || foreign.length > 0 || !isWhole)
        wrong.push([grant.role, table.name, settings, seen.error, foreign.length, seen.rows.length, mine.length]);
    });
    expect(wrong).toEqual([]);
  });

  test('an update without a filter reaches no row of another partition', async () => {
    const wrong: unknown[] = [];
    await eachWay(async ({ grant, table, settings, own }) => {
      const column = columnToUpdate(grant, table);
      const done = await rows().session.attempt({
        sql: `update ${table.name} set "${column}" = "${column}"`,
        settings: { ...settings, role: grant.role },
      });
      const mine = await count(table, ownedBy(own, table));
      const isWhole = settings[TENANT] === undefined ? done.count <= mine : done.count === mine;
      const isRight = grant.columns.update === '' ? done.error === REFUSED : done.error === undefined && isWhole;
      if (!isRight) wrong.push([grant.role, table.name, settings, done, mine]);
    });
    expect(wrong).toEqual([]);
  });

  test('a deletion without a filter takes no row of another partition', async () => {
    const wrong: unknown[] = [];
    await eachWay(async ({ grant, table, settings, own }) => {
      const others = `not (${ownedBy(own, table)})`;
      const before = await count(table, others);
      let after = before;
      const done = await rows().session.attempt({
        sql: `delete from ${table.name}`,
        settings: { ...settings, role: grant.role },
        then: async () => {
          after = await count(table, others);
        },
      });
      const isRight = grant.deletes ? done.error === undefined && done.count > 0 : done.error === REFUSED;
      if (!isRight || before === 0 || after !== before)
        wrong.push([grant.role, table.name, settings, done, before, after]);
    });
    expect(wrong).toEqual([]);
  });

  test('no row can be written for another tenant, nor handed to one', async () => {
    const allowed: unknown[] = [];
    await eachWay(async ({ grant, table, settings, other }) => {
      const { session } = rows();
      const [theirs] = await session.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table.name} t where ${ownedBy(other, table)} limit 1`,
      );
      const columns = table.columns.map((column) => `"${column}"`).join(', ');
      const written = await session.attempt({
        sql: `insert into ${table.name} (${columns}) overriding system value
              select ${columns} from jsonb_populate_record(null::${table.name}, $1)`,
        values: [JSON.stringify(theirs?.row)],
        settings: { ...settings, role: grant.role },
      });
      const mayWrite = MAKES_ANY.has(`${grant.role} ${table.name}`);
      if (theirs === undefined || (written.error !== REFUSED && !mayWrite))
        allowed.push(['insert', grant.role, table.name, written]);
      const moves = [
        ...(table.columns.includes('tenant_id') ? [`tenant_id = '${other.tenantId}'`] : []),
        ...(isPartitioned(table) ? [`environment = case environment when 'live' then 'test' else 'live' end`] : []),
      ];
      for (const move of moves) {
        const moved = await session.attempt({
          sql: `update ${table.name} set ${move}`,
          settings: { ...settings, role: grant.role },
        });
        if (moved.error !== REFUSED && moved.count > 0) allowed.push([move, grant.role, table.name, moved]);
      }
    });
    expect(allowed).toEqual([]);
  });

  test.each<[string, (names: readonly string[]) => Record<string, string>]>([
    ['no setting at all', () => ({})],
    ['empty settings', (names) => Object.fromEntries(names.map((name) => [name, '']))],
    ['patterns for settings', (names) => Object.fromEntries(names.map((name) => [name, '%']))],
  ])('with %s nothing is visible', async (_title, settingsFor) => {
    const { session, catalog } = rows();
    const visible: unknown[] = [];
    await withRows(async () => {
      for (const [{ role, columns }, table] of walled()) {
        if (columns.select === '') continue;
        const settings = { ...settingsFor(catalog.settings), role };
        const seen = await session.attempt({ sql: `select count(*)::int from ${table.name}`, settings });
        if (seen.error !== undefined || seen.rows[0]?.[0] !== 0) visible.push([role, table.name, seen]);
      }
    });
    expect(visible).toEqual([]);
  });
}

/** One that the role may change, or, when there is none, one that it may not. */
const columnToUpdate = ({ columns: { update } }: Grant, { columns }: Table): string =>
  update === '' || update === '*'
    ? (columns.find((name) => name === 'tenant_id' || name === 'id') ?? '')
    : (update.split(', ')[0] ?? '');

interface Way {
  readonly grant: Grant;
  readonly table: Table;
  readonly settings: Readonly<Record<string, string>>;
  readonly own: Owner;
  readonly other: Owner;
}
