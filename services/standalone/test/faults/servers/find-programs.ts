import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of the servers that the harness starts, by absolute path. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly rabbitmqServer: string;
  readonly rabbitmqctl: string;
  readonly epmd: string;
  readonly redisServer: string;
  readonly setpriv: string;
}

/** Debian keeps the programs of PostgreSQL and RabbitMQ outside of PATH. */
const RABBITMQ_FOLDERS = ['/usr/lib/rabbitmq/bin'];
const POSTGRES_ROOT = '/usr/lib/postgresql';

/** Finds the programs, or says which are missing. */
export function findPrograms(): { readonly programs: Programs } | { readonly missing: readonly string[] } {
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const versions = existsSync(POSTGRES_ROOT) ? readdirSync(POSTGRES_ROOT) : [];
  const postgres = [...versions]
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_ROOT, version, 'bin'));
  const missing: string[] = [];
  const find = (names: readonly string[], folders: readonly string[]): string => {
    const files = folders.flatMap((folder) => names.map((name) => join(folder, name)));
    const found = files.find((file) => existsSync(file));
    if (found === undefined) missing.push(names.join(' or '));
    return found ?? '';
  };
  const programs = {
    initdb: find(['initdb'], [...path, ...postgres]),
    postgres: find(['postgres'], [...path, ...postgres]),
    // First the programs themselves: what is in PATH may be a wrapper that insists on a user.
    rabbitmqServer: find(['rabbitmq-server'], [...RABBITMQ_FOLDERS, ...path]),
    rabbitmqctl: find(['rabbitmqctl'], [...RABBITMQ_FOLDERS, ...path]),
    epmd: find(['epmd'], path),
    redisServer: find(['redis-server', 'valkey-server'], path),
    setpriv: find(['setpriv'], path),
  };
  if (isRoot() && userIds('postgres') === undefined)
    missing.push('the user postgres, because root may not run PostgreSQL');
  return missing.length > 0 ? { missing } : { programs };
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The user and group id of a user of this machine; undefined if there is none. */
export function userIds(user: string): { readonly uid: number; readonly gid: number } | undefined {
  try {
    const idOf = (option: string): number =>
      Number(execFileSync('id', [option, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return undefined;
  }
}
