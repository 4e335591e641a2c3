import type { Database } from 'node-sqlite3-wasm';
import { constants } from 'node:fs';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, messageOf } from '../files/system-error.ts';

/** A value of a row. Columns are only those that were asked for. */
export type Row = Readonly<Record<string, unknown>>;

/** A copy of a SQLite database. */
export interface DatabaseCopy {
  /** The rows of a query, one at a time. */
  readonly rows: (sql: string, values?: readonly (string | number)[]) => Iterable<Row>;
  /** The names of the columns of a table; none if there is no such table. */
  readonly columns: (table: string) => ReadonlySet<string>;
  /** Closes the copy and removes it. */
  readonly close: () => Promise<void>;
}

const ATTEMPTS = 3;
/** The log of changes that are not in the file yet. */
const WAL = '-wal';

async function stampOf(path: string): Promise<string> {
  const parts = await Promise.all(
    [path, path + WAL].map(async (file) => {
      try {
        const { size, mtimeMs } = await stat(file);
        return `${String(size)}@${String(mtimeMs)}`;
      } catch {
        return 'none';
      }
    }),
  );
  return parts.join(' ');
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * Opens a copy of a database, with the changes of its log. The program that owns the database goes on writing: nothing of it is
 * locked or changed. Errors: the file is no database, or changes faster than it can be copied.
 */
export async function openDatabaseCopy(path: string): Promise<DatabaseCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-import-'));
  const copy = join(folder, 'copy.db');
  try {
    for (let attempt = 1; ; attempt += 1) {
      const before = await stampOf(path);
      await rm(copy + WAL, { force: true });
      await copyFile(path, copy, constants.COPYFILE_FICLONE);
      await copyIfThere(path + WAL, copy + WAL);
      if ((await stampOf(path)) === before) break;
      if (attempt === ATTEMPTS) throw new Error('It is being written to; try again when the program is idle');
    }
    const sqlite = await import('node-sqlite3-wasm');
    const database = new sqlite.default.Database(copy);
    try {
      // Its build has no shared memory, without which a log is only read by the one connection that locks the file.
      database.exec('PRAGMA locking_mode = EXCLUSIVE');
      database.get('SELECT count(*) FROM sqlite_master');
    } catch (error) {
      database.close();
      throw /not a database|malformed/.test(messageOf(error))
        ? new Error('It is no SQLite database, or damaged')
        : error;
    }
    return {
      rows: (sql, values = []) => rowsOf(database, sql, values),
      columns: (table) =>
        new Set([...rowsOf(database, `PRAGMA table_info(${table})`, [])].map(({ name }) => String(name))),
      close: async () => {
        database.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function* rowsOf(database: Database, sql: string, values: readonly (string | number)[]): Generator<Row> {
  const statement = database.prepare(sql);
  try {
    yield* statement.iterate([...values]);
  } finally {
    statement.finalize();
  }
}
