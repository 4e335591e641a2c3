import { CLIENTS, isClient, type ClientName } from '@strata/coding-agents/clients';
import { clientFiles } from '@strata/coding-agents/connecting/client-files';
import { ConfigError } from '@strata/coding-agents/connecting/config-edit';
import {
  applyPlan,
  describePlan,
  planConnection,
  planDisconnection,
} from '@strata/coding-agents/connecting/connect-client';
import { HOOK_FILE } from '@strata/coding-agents/connecting/hook-command';
import { stateFolder } from '@strata/coding-agents/hooks/places';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cli } from './cli.ts';
import type { Surroundings } from './config.ts';
import { CliError, EXIT } from './cli-error.ts';

export interface ConnectOptions {
  readonly project?: true;
  readonly dryRun?: true;
}

/** What `connect` and `disconnect` take: the names of coding agents, or all that are on this machine. */
export const CLIENT_NAMES = [...CLIENTS, 'all'] as const;

/** Changes the configuration of coding agents, and prints the difference of each file. */
export async function changeClients(
  action: 'connect' | 'disconnect',
  names: readonly string[],
  { project, dryRun }: ConnectOptions,
  { terminal, surroundings, isJson }: Cli,
): Promise<void> {
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
    ...{ home, env, platform: process.platform, mcp: [process.execPath, programOf('main.js'), 'mcp'] as const },
    ...(isProject ? { project: folder } : {}),
    hook: [process.execPath, hookProgram()] as const,
  };
  const filesOf = (client: ClientName) => clientFiles(client, around);
  const isHere = (client: ClientName): boolean =>
    filesOf(client).some(({ path }) => dirname(path) !== home && existsSync(dirname(path)));
  return { filesOf, isHere, backups: join(stateFolder(env), 'connections') };
}

const programOf = (name: string): string => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

/** The program that coding agents start for each hook call. */
const hookProgram = (): string =>
  createRequire(import.meta.url).resolve(`@strata/coding-agents/${HOOK_FILE.replace(/\.js$/u, '')}`);
