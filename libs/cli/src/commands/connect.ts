import { Argument, Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { changeClients, CLIENT_NAMES, type ConnectOptions } from '../connect-clients.ts';

export const define: DefineCommand = (cli) =>
  new Command('connect')
    .description(
      "Give coding agents Strata's MCP server and hooks: writes them into the agents' own configuration, and shows the difference. Nothing of yours is overwritten.",
    )
    .addArgument(new Argument('<agents...>').choices(CLIENT_NAMES))
    .option('--project', "the files of the present folder instead of the user's")
    .option('--dry-run', 'show the difference, and write nothing')
    .addHelpText('after', '\nExample: strata connect claude-code --dry-run')
    .action((names: string[], options: ConnectOptions) => changeClients('connect', names, options, cli()));
