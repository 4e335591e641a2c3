import { Argument, Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { changeClients, CLIENT_NAMES, type ConnectOptions } from '../connect-clients.ts';

export const define: DefineCommand = (cli) =>
  new Command('disconnect')
    .description('Take out what connect wrote into the configuration of coding agents.')
    .addArgument(new Argument('<agents...>').choices(CLIENT_NAMES))
    .option('--project', "the files of the present folder instead of the user's")
    .option('--dry-run', 'show the difference, and write nothing')
    .addHelpText('after', '\nExample: strata disconnect claude-code --dry-run')
    .action((names: string[], options: ConnectOptions) => changeClients('disconnect', names, options, cli()));
