import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where hooks keep what waits for its delivery, and their log. */
export interface HookPlaces {
  readonly folder: string;
  readonly spool: string;
  readonly lock: string;
  readonly log: string;
}

/** The folder of everything that `strata` keeps on this machine and can lose. */
export const stateFolder = (env: Environment): string =>
  env['STRATA_STATE_DIR'] ?? join(env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'strata');

export function hookPlaces(env: Environment): HookPlaces {
  const folder = join(stateFolder(env), 'hooks');
  return { folder, spool: join(folder, 'spool'), lock: join(folder, 'deliver.lock'), log: join(folder, 'hooks.log') };
}

/** A number of the environment within bounds; the default if it is none. */
export function numberOf(env: Environment, name: string, fallback: number, maximum: number): number {
  const value = Number(env[name] ?? fallback);
  return Number.isFinite(value) && value >= 1 ? Math.min(value, maximum) : fallback;
}
