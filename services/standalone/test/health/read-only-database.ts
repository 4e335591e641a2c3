import { postgresConnection } from '@strata/platform/database/connection';
import { openSession } from '@strata/testkit/database-session';

/** Makes a database of the test's own read-only or writable, like a failover to a standby: every session ends. */
export async function setReadOnly(databaseUrl: string, isReadOnly: boolean): Promise<void> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const session = await openSession(postgresConnection(url.href));
  try {
    await session.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await session.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  } finally {
    await session.close();
  }
}
