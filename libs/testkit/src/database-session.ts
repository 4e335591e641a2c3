import type { DatabaseConnection } from '@strata/platform/database/connection';
import { Client } from 'pg';

/** The result of a statement: its rows as lists of values, or the SQLSTATE with which it failed. */
export interface StatementOutcome {
  readonly rows: readonly (readonly unknown[])[];
  /** Rows returned or changed. */
  readonly count: number;
  readonly error?: string;
}

/** One connection with all rights of the database's owner, to inspect what the services store. */
export interface DatabaseSession {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement that may fail, inside a transaction, and undoes it. */
  attempt(statement: Attempt): Promise<StatementOutcome>;
  /** Runs the work in a transaction that is always rolled back. */
  rolledBack<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Attempt {
  readonly sql: string;
  readonly values?: readonly unknown[];
  /** Settings for the statement, including the role. */
  readonly settings: Readonly<Record<string, string>>;
  /** Inspects the effect of the statement, with all rights, before it is undone. `count` is the number of changed rows. */
  readonly then?: (count: number) => Promise<void>;
}

export async function openSession({ connectionString }: DatabaseConnection): Promise<DatabaseSession> {
  const client = new Client({ connectionString });
  await client.connect();
  const query = async <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(sql, [...values])).rows as Row[];
  return {
    query,
    attempt: async ({ sql, values = [], settings, then }) => {
      await client.query('savepoint attempt');
      try {
        await query('select set_config(name, value, true) from unnest($1::text[], $2::text[]) as given (name, value)', [
          Object.keys(settings),
          Object.values(settings),
        ]);
        const { rows, rowCount } = await client.query({ text: sql, values: [...values], rowMode: 'array' });
        if (then !== undefined) {
          await client.query('set local role none');
          await then(rowCount ?? 0);
        }
        return { rows: rows as unknown[][], count: rowCount ?? 0 };
      } catch (error) {
        if (error instanceof Error && 'code' in error) return { rows: [], count: 0, error: String(error.code) };
        throw error;
      } finally {
        await client.query('rollback to savepoint attempt');
      }
    },
    rolledBack: async (work) => {
      await client.query('begin');
      try {
        return await work();
      } finally {
        await client.query('rollback');
      }
    },
    close: () => client.end(),
  };
}
