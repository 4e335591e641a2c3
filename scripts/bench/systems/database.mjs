import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Creates an empty database on the PostgreSQL of DATABASE_URL.
 * @returns {Promise<{connectionString: string, drop: () => Promise<void>}>}
 */
export async function createDatabase() {
  const name = `strata_bench_${randomBytes(6).toString('hex')}`;
  await queryOnce(process.env.DATABASE_URL, `create database ${name}`);
  const url = new URL(process.env.DATABASE_URL);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: async () => {
      await queryOnce(process.env.DATABASE_URL, `drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Runs one statement on a connection of its own.
 * @returns {Promise<object[]>} its rows
 */
export async function queryOnce(connectionString, sql, values = []) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Counts rows, one statement after the other.
 * @param {Record<string, string>} counts SQL that returns one `count`, by name
 * @returns {Promise<Record<string, number>>}
 */
export async function countRows(connectionString, counts, values = []) {
  const rows = {};
  for (const [name, sql] of Object.entries(counts)) {
    const [{ count }] = await queryOnce(connectionString, sql, values);
    rows[name] = Number(count);
  }
  return rows;
}
