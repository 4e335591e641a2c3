import { CLIENTS, isClient, type ClientName } from '@strata/coding-agents/clients';
import { clientFiles } from '@strata/coding-agents/connecting/client-files';
import { ConfigError } from '@strata/coding-agents/connecting/config-edit';
import {
  applyPlan,
  describePlan,
  planConnection,
  planDisconnection,
} from '@strata/coding-agents/connecting/connect-client';
import { stateFolder } from '@strata/coding-agents/hooks/places';
import { HOOK_PROGRAM } from '@strata/coding-agents/programs';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cli } from './cli.ts';
import type { Surroundings } from './config.ts';
import { CliError, EXIT } from './cli-error.ts';

export interface ConnectOptions {
  readonly project?: true;
  readonly dryRun?: true;
}

/** This command line itself: in a clone, and in the published package, which has all its files in `dist`. */
const MAIN_PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** What `connect` and `disconnect` take: the names of coding agents, or all that are on this machine. */
export const CLIENT_NAMES = [...CLIENTS, 'all'] as const;

/** Changes the configuration of coding agents, and prints the difference of each file. */
export async function changeClients(
  action: 'connect' | 'disconnect',
  names: readonly string[],
  { project, dryRun }: ConnectOptions,
  { terminal, surroundings, isJson }: Cli,
): Promise<void> {
  if (action === 'connect' && dryRun !== true && MAIN_PROGRAM.includes('_npx'))
    throw new CliError(
      'This program is in the cache of npx, which npm empties. Install it first: npm install --global @strata/cli',
    );
  const { filesOf, isHere, backups } = clientPlaces(surroundings, project === true);
  const clients = names.includes('all') ? CLIENTS.filter(isHere) : names.filter(isClient);
  if (clients.length === 0) throw new CliError('There is no coding agent here that Strata knows', EXIT.notFound);
  for (const client of clients) {
    try {
      const planned = await (action === 'connect' ? planConnection : planDisconnection)(filesOf(client), backups);
      const changed = planned.filter(({ before, after }) => before !== after);
      if (isJson) terminal.json({ client, changed: changed.map(({ path }) => path) });
      else terminal.print(changed.map(describePlan).join('').trimEnd() || `${client}: nothing to change`);
      if (dryRun !== true) await applyPlan(planned, backups);
    } catch (error) {
      throw error instanceof ConfigError ? new CliError(error.message) : error;
    }
  }
}

/** The files of each coding agent, those of the present folder or of the user; and where what was in them is kept. */
export function clientPlaces({ env, home, folder }: Surroundings, isProject: boolean) {
  const around = {
    ...{ home, env, platform: process.platform, mcp: [process.execPath, MAIN_PROGRAM, 'mcp'] as const },
    ...(isProject ? { project: folder } : {}),
    hook: [process.execPath, HOOK_PROGRAM] as const,
  };
  const filesOf = (client: ClientName) => clientFiles(client, around);
  const isHere = (client: ClientName): boolean =>
    filesOf(client).some(({ path }) => dirname(path) !== home && existsSync(dirname(path)));
  return { filesOf, isHere, backups: join(stateFolder(env), 'connections') };
}
