import { postgresConnection } from '@strata/platform/database/connection';
import { openSession } from '@strata/testkit/database-session';
import { freePort } from '@strata/testkit/free-port';
import { execFile } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRoot, userIds, type Programs } from './find-programs.ts';
import { mountVolume, type Volume } from './mount-volume.ts';
import { OwnServer } from './own-server.ts';

/** Few enough that a fault can use up all of them. */
export const MAX_CONNECTIONS = 120;

export interface OwnPostgres {
  readonly server: OwnServer;
  readonly url: string;
  /** Holds the tables of the services; the write-ahead log is elsewhere. Undefined where no volume can be mounted. */
  readonly volume: Volume | undefined;
}

/** Starts a PostgreSQL with its data in `folder`, and creates the database `strata`. */
export async function startPostgres(programs: Programs, folder: string, logs: string): Promise<OwnPostgres> {
  const data = join(folder, 'postgres');
  const user = isRoot() ? 'postgres' : undefined;
  const { uid, gid } = (user === undefined ? undefined : userIds(user)) ?? {};
  const own = async (path: string): Promise<void> => {
    await mkdir(path, { mode: 0o700 });
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  };
  await own(data);
  const rights = user === undefined ? [] : ['--reuid', user, '--regid', user, '--init-groups'];
  const initdb = ['--pgdata', data, '--auth', 'trust', '--username', 'postgres', '--encoding', 'UTF8', '--no-sync'];
  await promisify(execFile)(programs.setpriv, [...rights, '--', programs.initdb, ...initdb], { cwd: '/' });
  const port = await freePort();
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${String(port)}/${database}`;
  const query = async (sql: string): Promise<void> => {
    const session = await openSession(postgresConnection(urlOf('postgres')));
    await session.query(sql).finally(() => session.close());
  };
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: data,
    max_connections: MAX_CONNECTIONS,
  };
  const server = await OwnServer.start({
    name: 'PostgreSQL',
    command: programs.postgres,
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${String(value)}`])],
    logFile: join(logs, 'postgres.log'),
    isReady: () => query('select 1').then(() => true),
    // A fast shutdown: SIGTERM would wait for every client to leave.
    stopSignal: 'SIGINT',
    setpriv: programs.setpriv,
    user,
  });
  const tables = join(folder, 'tables');
  const volume = await mountVolume(tables);
  if (volume === undefined) await query('create database strata');
  else {
    await own(join(tables, 'data'));
    await query(`create tablespace tables location '${join(tables, 'data')}'`);
    await query('create database strata tablespace tables');
  }
  return { server, url: urlOf('strata'), volume };
}
